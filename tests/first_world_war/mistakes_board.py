"""Mistakes in a data set and what is reported of each: structure and board."""

from datasets import Case, add, both, case, put, remove, rename_city, rows, without

STRUCTURE: list[Case] = [
    case(
        "table-missing",
        lambda documents: documents["board.toml"].pop("die"),
        "board.toml: [die]: table: found nothing; allowed one table",
    ),
    case(
        "array-missing",
        lambda documents: documents["chits.toml"].pop("chit"),
        "chits.toml: [[chit]]: table: found nothing; allowed one or more tables",
    ),
    case(
        "table-for-array",
        lambda documents: documents["chits.toml"].update(chit={"id": "x"}),
        "chits.toml: [[chit]]: table: found a table; allowed one or more tables",
    ),
    case(
        "array-for-table",
        lambda documents: documents["armies.toml"].update(dummies=[1]),
        "armies.toml: [dummies]: table: found [1]; allowed one table",
    ),
    case(
        "row-no-table",
        lambda documents: rows(documents, "army").__setitem__(0, 7),
        "armies.toml: army row 1: table: found 7; allowed a table of fields",
    ),
    case(
        "unknown-table",
        lambda documents: documents["board.toml"].update(dyes={}),
        "board.toml: top level: dyes: found an unknown table; "
        "allowed dataset, calendar, die, front, city or line",
    ),
    case(
        "unknown-key",
        put("city", {"id": "paris"}, nmae="Paris"),
        'board.toml: city "paris": nmae: found an unknown key; '
        "allowed id, name, front, owner, replacement_centre or source (nearest: name)",
    ),
    case(
        "odd-key",
        put("city", {"id": "paris"}, **{"x y\n": 1}),
        "board.toml: city \"paris\": 'x y\\n': found an unknown key; "
        "allowed id, name, front, owner, replacement_centre or source",
    ),
    case(
        "key-missing",
        without("army", {"nation": "DE", "id": "4"}, "value"),
        'armies.toml: army "DE 4": value: found nothing; allowed 0 to 3',
    ),
    case(
        "bool-no-int",
        put("army", {"nation": "DE", "id": "4"}, value=True),
        'armies.toml: army "DE 4": value: found true; allowed 0 to 3',
    ),
    case(
        "int-no-bool",
        put("city", {"id": "paris"}, replacement_centre=1),
        'board.toml: city "paris": replacement_centre: found 1; allowed true or false',
    ),
    case(
        "float",
        put("army", {"nation": "DE", "id": "4"}, value=2.0),
        'armies.toml: army "DE 4": value: found 2.0; allowed 0 to 3',
    ),
    case(
        "text-for-int",
        put("line", {"ends": ("paris", "reims")}, opens="1"),
        'board.toml: line "paris - reims": opens: found "1"; allowed 1, 3 or 4 (R6.6)',
    ),
    case(
        "number-for-text",
        put("army", {"nation": "DE", "id": "4"}, id=4),
        "armies.toml: army row 24: id: found 4; allowed a text of one line",
    ),
    case(
        "2-lines",
        put("city", {"id": "reims"}, name="Rei\nms"),
        "board.toml: city \"reims\": name: found 'Rei\\nms'; allowed a text of one line",
    ),
    case(
        "long",
        put("city", {"id": "reims"}, owner="W" * 200),
        'board.toml: city "reims": owner: '
        'found "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW ...; '
        "allowed WA, EA, DE or GA",
    ),
    case(
        "huge",
        put("army", {"nation": "DE", "id": "4"}, value=10**5000),
        'armies.toml: army "DE 4": value: found an integer of more than 18 digits; allowed 0 to 3',
    ),
    case(
        "table-value",
        put("chit", {"id": "allied-forts"}, use={"a": 1}),
        'chits.toml: chit "allied-forts": use: found a table; allowed attack, defence or either',
    ),
    case(
        "unknown-grade",
        put("chit", {"id": "allied-forts"}, source="guessed"),
        'chits.toml: chit "allied-forts": source: found "guessed"; allowed stated, inferred or reconstructed',
    ),
    case(
        "known",
        put("chit", {"id": "allied-forts"}, known=["name", "nmae"]),
        'chits.toml: chit "allied-forts": known: found "nmae"; '
        "allowed id, name, alliance, year, nations, use, value or mandatory",
    ),
    case(
        "known-twice",
        put("chit", {"id": "allied-forts"}, known=["name", "name"]),
        'chits.toml: chit "allied-forts": known: found "name" twice; allowed each once',
    ),
    case("note", put("dataset", note=3), "board.toml: [dataset]: note: found 3; allowed a text"),
    case(
        "empty-id", put("dataset", id=""), 'board.toml: [dataset]: id: found ""; allowed a text of one line'
    ),
    case(
        "no-city-id",
        without("city", {"id": "reims"}, "id"),
        "board.toml: city row 6: id: found nothing; allowed a text of one line",
    ),
    case(
        "no-front-of-city",
        without("city", {"id": "reims"}, "front"),
        'board.toml: city "reims": front: found nothing; allowed 1 to 11',
    ),
    case(
        "no-army-id",
        without("army", {"nation": "DE", "id": "4"}, "id"),
        "armies.toml: army row 24: id: found nothing; allowed a text of one line",
    ),
]

BOARD: list[Case] = [
    case(
        "front-range",
        put("front", {"number": 4}, number=12),
        "board.toml: front 12: number: found 12; allowed 1 to 11",
    ),
    case(
        "front-missing",
        remove("front", number=4),
        "board.toml: front 4: number: found no such front; allowed each of 1 to 11 once",
    ),
    case(
        "front-twice",
        put("front", {"number": 4}, number=3),
        "board.toml: front 3: number: found 3 again in row 4, as in row 3; allowed each of 1 to 11 once",
        "board.toml: front 4: number: found no such front; allowed each of 1 to 11 once",
        "board.toml: front 2: adjacent: found 3, which does not list 2; allowed fronts that list each other",
        "board.toml: front 3: adjacent: found 3, the front itself; allowed other fronts of its theatre",
    ),
    case(
        "theatre",
        put("front", {"number": 5}, theatre="west"),
        'board.toml: front 5: theatre: found "west"; allowed italy on front 5',
    ),
    case(
        "theatre?",
        put("front", {"number": 5}, theatre="south"),
        'board.toml: front 5: theatre: found "south"; allowed west, italy or east',
    ),
    case(
        "home-allied",
        put("front", {"number": 5}, allied="EA"),
        'board.toml: front 5: allied: found "EA"; allowed WA on front 5',
    ),
    case(
        "front-nation",
        put("front", {"number": 7}, nations=["RU", "DE", "AH"]),
        'board.toml: front 7: nations: found "AH"; '
        "allowed RU, SB, MN, RO, GR, MEF, OR, ITB or DE on front 7 (R5.1)",
    ),
    case(
        "front-nation-twice",
        put("front", {"number": 7}, nations=["RU", "DE", "DE"]),
        'board.toml: front 7: nations: found "DE" twice; allowed each once',
    ),
    case(
        "front-nations-none",
        put("front", {"number": 7}, nations=[]),
        "board.toml: front 7: nations: found []; allowed a list of at least one nation",
    ),
    case(
        "adjacent-self",
        put("front", {"number": 1}, adjacent=[1, 2]),
        "board.toml: front 1: adjacent: found 1, the front itself; allowed other fronts of its theatre",
    ),
    case(
        "adjacent-range",
        put("front", {"number": 1}, adjacent=[0, 2]),
        "board.toml: front 1: adjacent: found 0; allowed 1 to 11",
    ),
    case(
        "adjacent-theatre",
        both(put("front", {"number": 4}, adjacent=[3, 5]), put("front", {"number": 5}, adjacent=[4, 6])),
        "board.toml: front 4: adjacent: found 5, in another theatre; allowed fronts of theatre west (R4.3)",
        "board.toml: front 5: adjacent: found 4, in another theatre; allowed fronts of theatre italy (R4.3)",
    ),
    case(
        "adjacent-symmetry",
        put("front", {"number": 1}, adjacent=[2, 3]),
        "board.toml: front 1: adjacent: found 3, which does not list 1; allowed fronts that list each other",
    ),
    case(
        "cities-45",
        both(
            remove("line", ends=("sofia", "GA-base")),
            remove("line", ends=("bucuresti", "sofia")),
            remove("city", id="sofia"),
        ),
        "board.toml: [[city]]: rows: found 45; allowed exactly 46",
    ),
    case(
        "cities-47",
        both(
            add("city", {"id": "reims"}, id="laon"),
            add("line", {"ends": ("paris", "reims")}, ends=["paris", "laon"]),
        ),
        "board.toml: [[city]]: rows: found 47; allowed exactly 46",
    ),
    case(
        "city-twice",
        put("city", {"id": "sedan"}, id="reims"),
        'board.toml: city "reims": id: found "reims" again in row 7, as in row 6; allowed each id once',
        'board.toml: line "reims - sedan": ends: found "sedan"; '
        "allowed a city of front 2, WA-base or DE-base",
        'board.toml: line "sedan - trier": ends: found "sedan"; '
        "allowed a city of front 2, WA-base or DE-base",
    ),
    case(
        "city-front",
        put("city", {"id": "reims"}, front=12),
        'board.toml: city "reims": front: found 12; allowed 1 to 11',
    ),
    case(
        "city-owner",
        put("city", {"id": "reims"}, owner="EA"),
        'board.toml: city "reims": owner: found "EA"; allowed WA or DE on front 2',
    ),
    case(
        "city-base",
        rename_city("reims", "GA-base"),
        'board.toml: city "GA-base": id: found "GA-base"; allowed an id that is not the name of a base',
        'board.toml: line "paris - GA-base": ends: found "GA-base"; '
        "allowed a city of front 2, WA-base or DE-base",
        'board.toml: line "GA-base - sedan": ends: found "GA-base"; '
        "allowed a city of front 2, WA-base or DE-base",
    ),
    case(
        "monastir-none",
        rename_city("monastir", "bitola"),
        'board.toml: city "monastir": id: found no such city; allowed exactly one, on front 10 (R5.4)',
    ),
    case(
        "centre-owner",
        put("city", {"id": "paris"}, owner="DE"),
        'board.toml: city "paris": owner: found "DE"; allowed WA (R7.1)',
    ),
    case(
        "centre-false",
        put("city", {"id": "paris"}, replacement_centre=False),
        'board.toml: city "paris": replacement_centre: found false; allowed true (R7.1)',
    ),
    case(
        "centre-true",
        put("city", {"id": "reims"}, replacement_centre=True),
        'board.toml: city "reims": replacement_centre: found true; allowed false (R7.1)',
    ),
    case(
        "centre-none",
        rename_city("riga", "reval", replacement_centre=False),
        'board.toml: city "riga": id: found no such city; '
        "allowed exactly one, a replacement centre of EA (R7.1)",
    ),
    case(
        "line-front",
        put("line", {"ends": ("paris", "reims")}, front=0),
        'board.toml: line "paris - reims": front: found 0; allowed 1 to 11',
    ),
    case(
        "line-end-unknown",
        put("line", {"ends": ("paris", "reims")}, ends=["pariss", "reims"]),
        'board.toml: line "pariss - reims": ends: found "pariss"; '
        "allowed a city of front 2, WA-base or DE-base (nearest: paris)",
    ),
    case(
        "line-end-elsewhere",
        put("line", {"ends": ("paris", "reims")}, ends=["nancy", "reims"]),
        'board.toml: line "nancy - reims": ends: found "nancy", a city of front 3; '
        "allowed a city of front 2, WA-base or DE-base",
    ),
    case(
        "line-base-elsewhere",
        put("line", {"front": 2, "ends": ("WA-base", "paris")}, ends=["EA-base", "paris"]),
        'board.toml: line "EA-base - paris": ends: found "EA-base"; '
        "allowed a city of front 2, WA-base or DE-base",
        "board.toml: front 2: line: found none to WA-base; allowed a line to each base",
    ),
    case(
        "line-loop",
        put("line", {"ends": ("paris", "reims")}, ends=["reims", "reims"]),
        'board.toml: line "reims - reims": ends: found "reims" twice; allowed two different ends',
    ),
    case(
        "line-bases",
        put("line", {"ends": ("paris", "reims")}, ends=["DE-base", "WA-base"]),
        'board.toml: line "DE-base - WA-base": ends: found two bases; allowed at most one base',
    ),
    case(
        "line-again",
        add("line", {"ends": ("paris", "reims")}, ends=["reims", "paris"]),
        'board.toml: line "reims - paris": ends: found the same line again; allowed each line once',
    ),
    case(
        "line-3-ends",
        put("line", {"ends": ("paris", "reims")}, ends=["reims", "paris", "sedan"]),
        'board.toml: line row 7: ends: found ["reims", "paris", "sedan"]; allowed a list of two ends',
    ),
    case(
        "line-end-type",
        put("line", {"ends": ("paris", "reims")}, ends=["reims", 3]),
        "board.toml: line row 7: ends: found 3; allowed a text of one line",
    ),
    case(
        "line-opens",
        put("line", {"ends": ("paris", "reims")}, opens=2),
        'board.toml: line "paris - reims": opens: found 2; allowed 1, 3 or 4 (R6.6)',
    ),
    case(
        "unreached",
        both(remove("line", ends=("sofia", "GA-base")), remove("line", ends=("bucuresti", "sofia"))),
        'board.toml: city "sofia": line: found no way along lines to a base; '
        "allowed a connection with a base of its front",
    ),
    case(
        "base-without-line",
        both(put("line", {"front": 8, "ends": ("EA-base", "minsk")}, ends=["minsk", "warszawa"])),
        "board.toml: front 8: line: found none to EA-base; allowed a line to each base",
    ),
    case(
        "years-5",
        put("calendar", years=[1914, 1914, 1915, 1916, 1917]),
        "board.toml: [calendar]: years: found [1914, 1914, 1915, 1916, 1917]; "
        "allowed a list of six years, one a turn",
    ),
    case(
        "years-range",
        put("calendar", years=[1914, 1914, 1915, 1916, 1917, 1919]),
        "board.toml: [calendar]: years: found 1919; allowed 1914 to 1918",
    ),
    case(
        "years-back",
        put("calendar", years=[1914, 1915, 1914, 1916, 1917, 1918]),
        "board.toml: [calendar]: years: found [1914, 1915, 1914, 1916, 1917, 1918]; "
        "allowed years that do not decrease",
    ),
    case(
        "years-type",
        put("calendar", years=[1914, 1914, 1915, 1916, 1917, "1918"]),
        'board.toml: [calendar]: years: found "1918"; allowed 1914 to 1918',
    ),
    case(
        "faces-5",
        put("die", faces=["S", 1, 2, 3, 4]),
        'board.toml: [die]: faces: found ["S", 1, 2, 3, 4]; allowed a list of six faces',
    ),
    case(
        "faces-T",
        put("die", faces=["T", "S", 1, 2, 3, 7]),
        'board.toml: [die]: faces: found "T"; allowed "S" or 1 to 6',
        'board.toml: [die]: faces: found 7; allowed "S" or 1 to 6',
    ),
    case(
        "faces-bool",
        put("die", faces=["S", "S", True, 2, 3, 4]),
        'board.toml: [die]: faces: found true; allowed "S" or 1 to 6',
    ),
]
