"""A question about hidden counters and chits in a player's words, read and checked against the rules."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from fwwsim.errors import RuleError, SpecError
from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.names import ALLIANCES, FACTION_ALLIANCE, FACTIONS, HAND_LIMIT
from fwwsim.games.first_world_war.odds.context import OTHER, Context, alliances_of, check_context
from fwwsim.games.first_world_war.odds.gain import Stakes
from fwwsim.games.first_world_war.odds.hands import HeldChit, cup_chits, find_chit, read_hand
from fwwsim.games.first_world_war.odds.hidden import Cup, Table, TooManyCases, Unknown, kind_of
from fwwsim.games.first_world_war.odds.hidden_views import Question
from fwwsim.games.first_world_war.odds.single import Combatant, Side
from fwwsim.games.first_world_war.odds.situation import ALLIANCE_NAMES, ATTACK, DEFENCE, Party, read_party
from fwwsim.games.first_world_war.odds.stacks import (
    Elsewhere,
    read_elsewhere,
    read_stack_sizes,
    read_truth,
    stack_of,
)


@dataclass(frozen=True, slots=True)
class Words:
    """What a player says of a combat; lists are separated by commas, all but `attackers` may be empty.

    Attributes
    ----------
    attackers : str
        Names or values; all attack.
    stack : str
        Face-down counters, ``WA=3``.
    defenders : str
        Armies face up on the front, by name.
    attack_hand : str
        The attacker's own chits.
    unknown_chits : int or None
        Chits in the defence's hand; None: as many as `defence_hand` has.
    known, lost : str
        Counters known to be elsewhere, or off the board: ``DE 4, WA dummies=2``.
    seen : str
        Chits known not to be in the enemy's hand: by either alliance.
    truth, defence_hand : str
        What really is in the stack (armies and ``dummy``), and in the defence's hand, if that is known.
    """

    attackers: str
    stack: str = ""
    defenders: str = ""
    attack_hand: str = ""
    unknown_chits: int | None = None
    known: str = ""
    lost: str = ""
    seen: str = ""
    truth: str = ""
    defence_hand: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """The question; and what the defence really has on the table, with shares, if any of it is known."""

    question: Question
    truth: dict[Table, Fraction] | None


def read_question(dataset: Dataset, words: Words, context: Context, stakes: Stakes) -> Asked:
    """What a player asks about hidden counters and chits.

    Raises
    ------
    SpecError
        Front or turn is missing, something does not exist, is given twice, or contradicts something else.
    RuleError
        A combat, a stack or a hand that the rules forbid; the message names the rule.

    Examples
    --------
    >>> from fwwsim.games.first_world_war.dataset_check import load_dataset
    >>> from fwwsim.games.first_world_war.odds.hidden_views import answer
    >>> box = load_dataset()
    >>> asked = read_question(box, Words("DE 1, DE 2", "WA=1"), Context(1, 1), Stakes(box.faces))
    >>> print(answer(asked.question).attacker_view().unopposed)  # of 7 armies and 6 dummies
    6/13
    """
    if context.front is None or context.turn is None:
        raise SpecError(
            "--front and --turn are needed: they tell which counters and chits there can be (R5.0)"
        )
    attack = read_party(dataset, ATTACK, words.attackers)
    sizes = read_stack_sizes(words.stack)
    face_up = _face_up(dataset, words.defenders, sizes)
    elsewhere = _elsewhere(dataset, words, face_up)
    defender = _alliance(attack, face_up, sizes)
    check_context(dataset, (Side(attack.armies), Side(face_up)), context)
    stacks = tuple(stack_of(dataset, name, number, context, elsewhere) for name, number in sizes.items())
    armies = [*face_up, *(army for stack in stacks for army in stack.armies)]
    hand = read_hand(dataset, ATTACK, OTHER[defender], words.attack_hand, context.turn)
    gone = _seen_ids(dataset, words.seen, defender, context.turn, hand)
    chits = cup_chits(dataset, defender, context.turn, gone)
    held = _held(dataset, words, defender, context.turn, chits)
    drawn = len(held) if words.unknown_chits is None else words.unknown_chits
    _check_number(words, drawn, len(held), len(chits))
    unknown = Unknown(tuple(face_up), stacks, Cup.of(chits, drawn, armies, DEFENCE))
    own_cup = cup_chits(dataset, OTHER[defender], context.turn, gone)
    question = Question(attack.armies, hand, unknown, stakes, own_cup)
    return Asked(question, _truth(words, unknown, held, armies))


def _face_up(dataset: Dataset, text: str, sizes: dict[str, int]) -> tuple[Combatant, ...]:
    """The defenders seen, by name."""
    if not text.strip():
        if not sizes:
            raise SpecError("no defenders: give --stack (WA=3), or --defenders that are face up (R6.0)")
        return ()
    party = read_party(dataset, DEFENCE, text)
    if not party.alliance:
        raise SpecError("--defenders are armies face up on the front: give their names, such as 'BR 1'")
    return party.armies


def _elsewhere(dataset: Dataset, words: Words, face_up: Sequence[Combatant]) -> Elsewhere:
    """All counters that are not in the stack."""
    texts = {"--known": words.known, "--lost": words.lost}
    elsewhere = read_elsewhere(dataset, texts)
    for army in face_up:
        if army.name in elsewhere.armies:
            raise SpecError(f"{army.name} is both among --defenders and in --known or --lost (R6.0)")
    return Elsewhere(elsewhere.armies | {army.name for army in face_up}, elsewhere.dummies)


def _alliance(attack: Party, face_up: Sequence[Combatant], sizes: dict[str, int]) -> str:
    """The defence's alliance, one for stacks and armies face up, and not the attackers'. Rules: R6.0."""
    of_stack = {ALLIANCES[FACTION_ALLIANCE[FACTIONS.index(faction)]] for faction in sizes}
    seen = alliances_of(Side(()), Side(tuple(face_up)))[1]
    alliances = of_stack | ({seen} if seen else set())
    if len(alliances) > 1:
        raise RuleError("--stack and --defenders are enemies; all defenders are of one alliance (R6.0)")
    defender = next(iter(alliances))
    if attack.alliance == defender:
        raise RuleError(
            f"attackers and defenders all belong to {ALLIANCE_NAMES[defender]}; "
            "a combat is between the two alliances (R6.0)"
        )
    return defender


def _seen_ids(
    dataset: Dataset, text: str, defender: str, turn: int, hand: Sequence[HeldChit]
) -> frozenset[str]:
    """The chits seen; a name that both alliances have is the defence's."""
    ids: set[str] = set()
    for word in (" ".join(word.split()) for word in text.split(",") if word.strip()):
        key = word.casefold()
        mine = any(
            key in (chit.id.casefold(), chit.name.casefold()) and chit.alliance == defender
            for chit in dataset.chits
        )
        chit = find_chit(dataset, "--seen", defender if mine else "", word, turn)
        if chit.id in ids:
            raise SpecError(f"--seen: {chit.name} is given twice; every chit is one counter (R6.2)")
        if any(own.id == chit.id for own in hand):
            raise SpecError(f"--seen: {chit.name} is in --attack-hand already")
        ids.add(chit.id)
    return frozenset(ids)


def _held(
    dataset: Dataset, words: Words, defender: str, turn: int, chits: Sequence[HeldChit]
) -> tuple[HeldChit, ...]:
    """The chits that the defence really holds."""
    held = read_hand(dataset, DEFENCE, defender, words.defence_hand, turn)
    for chit in held:
        if chit not in chits:
            raise SpecError(f"--defence-hand: {chit.label} is not a chit that the hand can hold here")
    return held


def _check_number(words: Words, drawn: int, held: int, possible: int) -> None:
    if not 0 <= drawn <= HAND_LIMIT:
        raise RuleError(f"--unknown-chits: found {drawn}; allowed: 0 to {HAND_LIMIT} in a hand (R6.2.1)")
    if words.defence_hand and held != drawn:
        raise SpecError(f"--unknown-chits: found {drawn}, but --defence-hand has {held}")
    if drawn > possible:
        raise RuleError(f"--unknown-chits: found {drawn}; the cup can hold {possible} at most (R6.2)")


def _truth(
    words: Words, unknown: Unknown, held: Sequence[HeldChit], armies: Sequence[Combatant]
) -> dict[Table, Fraction] | None:
    """What the defence has on the table, as it knows itself; a part that is not told stays a draw."""
    if not words.truth.strip() and not held:
        return None
    if words.truth.strip():
        real = (*unknown.seen, *read_truth(words.truth, unknown.stacks))
        classes = Counter({unknown.best_of(real): 1})
    else:
        try:
            classes = unknown.classes()
        except TooManyCases:
            return None  # as without: the views are then sampled
    hands = dict(unknown.hands)
    if held:
        kinds = {kind_of(chit, armies, DEFENCE) for chit in held}
        hands = {sum(1 << n for n, kind in enumerate(unknown.cup.kinds) if kind in kinds): 1}
    shares: dict[Table, Fraction] = {}
    whole = classes.total() * sum(hands.values())
    for has, weight in classes.items():
        for table, number in unknown.tables(has, hands).items():
            shares[table] = shares.get(table, Fraction(0)) + Fraction(weight * number, whole)
    return shares
