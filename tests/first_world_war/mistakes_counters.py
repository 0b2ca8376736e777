"""Mistakes in a data set and what is reported of each: armies, chits and set-up."""

from datasets import Case, add, both, case, put, remove, set_up

COUNTERS: list[Case] = [
    case(
        "armies-71",
        remove("army", nation="US", id="2"),
        "armies.toml: [[army]]: rows: found 71; allowed exactly 72",
    ),
    case(
        "army-twice",
        put("army", {"nation": "US", "id": "2"}, id="1"),
        'armies.toml: army "US 1": id: found "1" again in row 20, as in row 19; '
        "allowed each id once a nation",
    ),
    case(
        "army-nation",
        put("army", {"nation": "US", "id": "2"}, nation="UK"),
        'armies.toml: army "UK 2": nation: found "UK"; '
        "allowed BE, BR, FR, IT, US, RU, SB, MN, RO, GR, MEF, OR, ITB, DE, AH or BU",
    ),
    case(
        "army-faction",
        put("army", {"nation": "US", "id": "2"}, faction="EA"),
        'armies.toml: army "US 2": faction: found "EA"; allowed WA for nation US',
    ),
    case(
        "army-value",
        put("army", {"nation": "DE", "id": "4"}, value=7),
        'armies.toml: army "DE 4": value: found 7; allowed 0 to 3',
    ),
    case(
        "army-turn",
        put("army", {"nation": "US", "id": "2"}, turn=0),
        'armies.toml: army "US 2": turn: found 0; allowed 1 to 6',
    ),
    case(
        "army-nowhere",
        put("front", {"number": 10}, nations=["SB", "MN", "MEF", "OR", "ITB", "AH", "BU", "DE"]),
        'armies.toml: army "GR": nation: found "GR", listed on no front; '
        "allowed a nation that some front lists (R5.0)",
    ),
    case(
        "no-MEF",
        put("army", {"nation": "MEF"}, nation="RU"),
        "armies.toml: [[army]]: armies of MEF: found 0; allowed exactly 1 (R7.2)",
    ),
    case(
        "two-OR",
        put("army", {"nation": "RU", "id": "12"}, nation="OR"),
        "armies.toml: [[army]]: armies of OR: found 2; allowed exactly 1 (R7.2)",
    ),
    case(
        "dummies-25",
        put("dummies", WA=7),
        "armies.toml: [dummies]: WA + EA + DE + GA: found 25; allowed 24 in all",
    ),
    case(
        "chits",
        put("chit", {"id": "allied-forts"}, alliance="CENTRAL_POWERS", nations=["DE"]),
        "chits.toml: [[chit]]: chits of ALLIES: found 14; allowed exactly 15",
        "chits.toml: [[chit]]: chits of CENTRAL_POWERS: found 16; allowed exactly 15",
    ),
    case(
        "chits-16",
        add("chit", {"id": "central-gas"}, id="central-gas-2"),
        "chits.toml: [[chit]]: chits of CENTRAL_POWERS: found 16; allowed exactly 15",
    ),
    case(
        "chit-twice",
        put("chit", {"id": "allied-forts"}, id="allied-foch"),
        'chits.toml: chit "allied-foch": id: found "allied-foch" again in row 15, as in row 4; '
        "allowed each id once",
    ),
    case(
        "chit-alliance",
        put("chit", {"id": "allied-forts"}, alliance="ALLIED"),
        'chits.toml: chit "allied-forts": alliance: found "ALLIED"; allowed ALLIES or CENTRAL_POWERS',
    ),
    case(
        "chit-year-range",
        put("chit", {"id": "allied-forts"}, year=1913),
        'chits.toml: chit "allied-forts": year: found 1913; allowed 1914 to 1918',
    ),
    case(
        "chit-nations-none",
        put("chit", {"id": "allied-forts"}, nations=[]),
        'chits.toml: chit "allied-forts": nations: found []; allowed a list of at least one nation',
    ),
    case(
        "chit-nation-enemy",
        put("chit", {"id": "central-gas"}, nations=["DE", "BE"]),
        'chits.toml: chit "central-gas": nations: found "BE"; allowed DE, AH or BU for CENTRAL_POWERS',
    ),
    case(
        "chit-use",
        put("chit", {"id": "allied-forts"}, use="defense"),
        'chits.toml: chit "allied-forts": use: found "defense"; allowed attack, defence or either',
    ),
    case(
        "chit-value",
        put("chit", {"id": "allied-forts"}, value=-4),
        'chits.toml: chit "allied-forts": value: found -4; allowed -3 to 3',
    ),
    case(
        "mandatory-false",
        put("chit", {"id": "central-ludendorff"}, mandatory=False),
        'chits.toml: chit "central-ludendorff": mandatory: found false for "Ludendorff"; '
        "allowed true; mandatory are Kaisertreu and Ludendorff (R6.2.2)",
    ),
    case(
        "mandatory-true",
        put("chit", {"id": "central-gas"}, mandatory=True),
        'chits.toml: chit "central-gas": mandatory: found true for "Gas"; '
        "allowed false; mandatory are Kaisertreu and Ludendorff (R6.2.2)",
    ),
    case(
        "mandatory-none",
        put("chit", {"id": "central-ludendorff"}, name="Ludendorf", mandatory=False),
        'chits.toml: [[chit]]: name "Ludendorff" of CENTRAL_POWERS: found 0 such chits; '
        "allowed exactly 1 (R6.2.2)",
    ),
    case(
        "mandatory-side",
        put("chit", {"id": "allied-shell-shortage"}, name="Kaisertreu"),
        'chits.toml: chit "allied-shell-shortage": mandatory: found true for "Kaisertreu"; '
        "allowed false; mandatory are Pantalons Rouges and Shell Shortage (R6.2.2)",
        'chits.toml: [[chit]]: name "Shell Shortage" of ALLIES: found 0 such chits; '
        "allowed exactly 1 (R6.2.2)",
    ),
    case(
        "mandatory-twice",
        put("chit", {"id": "central-gas"}, name="LUDENDORFF", mandatory=True),
        'chits.toml: [[chit]]: name "Ludendorff" of CENTRAL_POWERS: found 2 such chits; '
        "allowed exactly 1 (R6.2.2)",
    ),
]

SETUP: list[Case] = [
    case(
        "setup-front",
        put("placement", {"front": 4}, front=12),
        "setup_historical.toml: placement on front 12: front: found 12; allowed 1 to 11",
    ),
    case(
        "setup-unknown",
        set_up(4, "FR 1", "DE 77"),
        'setup_historical.toml: placement on front 4: armies: found "DE 77"; '
        "allowed armies of turn 1 (nearest: DE 7)",
        'setup_historical.toml: army "DE 7": placement: found none; allowed exactly one of each turn 1 army',
    ),
    case(
        "setup-twice",
        set_up(4, "FR 1", "DE 7", "DE 1"),
        'setup_historical.toml: placement on front 4: armies: found "DE 1" again; allowed each army once',
    ),
    case(
        "setup-twice-row",
        set_up(4, "FR 1", "DE 7", "DE 7"),
        'setup_historical.toml: placement on front 4: armies: found "DE 7" twice; allowed each once',
    ),
    case(
        "setup-late",
        set_up(4, "FR 1", "DE 7", "DE 9"),
        'setup_historical.toml: placement on front 4: armies: found "DE 9"; '
        "allowed armies of turn 1 (R3.1); its turn is 2",
    ),
    case(
        "setup-missing",
        set_up(4, "FR 1"),
        'setup_historical.toml: army "DE 7": placement: found none; allowed exactly one of each turn 1 army',
    ),
    case(
        "setup-nation",
        both(set_up(8, "DE AA"), set_up(4, "FR 1", "DE 7", "RU 9")),
        'setup_historical.toml: placement on front 4: armies: found "RU 9"; '
        "allowed armies of FR, US or DE (R5.0)",
    ),
    case(
        "setup-R5.3",
        put("placement", {"front": 4}, front=5),
        'setup_historical.toml: placement on front 5: armies: found "FR 1"; '
        "allowed no BR, FR or DE before turn 4 (R5.3)",
        'setup_historical.toml: placement on front 5: armies: found "DE 7"; '
        "allowed no BR, FR or DE before turn 4 (R5.3)",
    ),
    case(
        "setup-R5.4",
        both(
            put("army", {"nation": "MEF"}, turn=1),
            put("city", {"id": "monastir"}, owner="GA"),
            set_up(11, "MEF"),
        ),
        'setup_historical.toml: placement on front 11: armies: found "MEF"; '
        "allowed MEF and OR only if EA owns Monastir (R5.4)",
    ),
    case(
        "setup-key",
        put("placement", {"front": 4}, source="stated"),
        "setup_historical.toml: placement on front 4: source: found an unknown key; allowed front or armies",
    ),
    case(
        "partial-nations",
        put("front", {"number": 7}, nations=["RU", "DD"]),
        'board.toml: front 7: nations: found "DD"; '
        "allowed BE, BR, FR, IT, US, RU, SB, MN, RO, GR, MEF, OR, ITB, DE, AH or BU",
    ),
    case(
        "no-known-nation",
        put("front", {"number": 7}, nations=["PL", "XX"]),
        'board.toml: front 7: nations: found "PL"; '
        "allowed BE, BR, FR, IT, US, RU, SB, MN, RO, GR, MEF, OR, ITB, DE, AH or BU",
        'board.toml: front 7: nations: found "XX"; '
        "allowed BE, BR, FR, IT, US, RU, SB, MN, RO, GR, MEF, OR, ITB, DE, AH or BU",
    ),
    case(
        "partial-and-wrong",
        put("front", {"number": 7}, nations=["RU", "DE", "AH", "PL"]),
        'board.toml: front 7: nations: found "PL"; '
        "allowed BE, BR, FR, IT, US, RU, SB, MN, RO, GR, MEF, OR, ITB, DE, AH or BU",
        'board.toml: front 7: nations: found "AH"; '
        "allowed RU, SB, MN, RO, GR, MEF, OR, ITB or DE on front 7 (R5.1)",
    ),
]
