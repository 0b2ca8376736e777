"""What each statistic of the reports on experiments means, in words for a reader."""

DEFINITIONS = {
    "games": "How many games were counted. Games of one seed are numbered from 0; the same seed and number give the "
    "same game.",
    "win rate": "Games won, of all games counted. A game in which factions of both alliances surrender at once is won "
    "by nobody and counts against everyone. In brackets the 95 % Wilson interval: rates outside it fit the games "
    "counted badly.",
    "share of games": "Games of a kind, of all games counted, with the 95 % Wilson interval.",
    "mean": "Sum over the games, divided by their number. The 95 % interval is by normal theory.",
    "distribution": "How many of a hundred games have each value.",
    "cities held": "Victory cities of a front that the Allies hold before the first turn.",
    "cities gained": "Cities of a front that the Allies hold when the victory check of a turn is over, less those "
    "they hold at the start, mean over the games in which that turn was played. Each city lost by one alliance is "
    "gained by the other.",
    "surrender rate": "Games in which a faction surrenders in a turn, of the games in which that turn was played.",
    "surrender points": "Points of a faction that count against it at the surrender check of a turn; it surrenders if "
    "its roll is 1 or more and no higher than they are.",
    "lead changes": "How often in a game the alliance with more victory points changes; a tie in between does not "
    "count.",
    "comeback rate": "Of the games in which an alliance was behind by so many victory points at its worst, those that "
    "it won in the end.",
    "win rate by leader": "The Allies' win rate among the games that go on after a turn and in which the alliance "
    "named has more victory points then.",
    "value of a combat": "Win probability added: the win rate of the attacking alliance if the first contested combat "
    "on a front in a turn is made to end with a win of the attack, less its win rate if the same combat of the same "
    "game is made to end with a win of the defence; over the games in which there is such a combat. Up to it both "
    "games are the same; after it they meet the same dice.",
    "paired difference": "Win rate of the second way to play less that of the first, over the same games: the same "
    "seed, index and dice. In points: one point is one game in a hundred. The 95 % interval is Tango's score "
    "interval for paired rates.",
    "confidence sequence": "An interval that covers the true value after every number of games at once with 95 % "
    "confidence, and so also when one stops because it has become narrow enough (betting, as stated in "
    "fwwsim/stats/sequential.py, with its paper).",
    "p-value": "The probability, if the true difference were 0, of games that speak against it at least as strongly "
    "as these. For paired games it is that of the exact McNemar test, which asks whether flips go either way "
    "equally often.",
    "Holm-adjusted p-value": "The p-value after Holm's correction for the number of comparisons in the table: if it is "
    "below 0.05 for some of them, the chance that any such finding is a false alarm is below 5 %.",
    "flips": "Games that the side named wins under one way to play and not under the other, all dice being the same.",
    "flip table": "Games by who wins them under the first way to play (row) and under the second (column). Those on "
    "the diagonal have the same winner under both.",
    "correlation": "Pearson's correlation, over the games, between winning under one way to play and winning under "
    "the other.",
    "games saved": "How many independent games each way to play would need for the precision of one pair: the "
    "variance of the difference if the games were independent, divided by its variance as they are.",
    "variance saved": "The part of an estimate's variance that goes away when what luck explains is taken out "
    "(control variates: the difference expected from the dice luck of the games is subtracted, which has mean 0).",
    "dice luck": "For each combat die the value thrown less the mean of the die, summed over a game: the Allies' sum "
    "less the Central Powers'. Its expectation is exactly 0 whatever the policies do.",
    "share explained": "The part of the variance of winning (1 for a game won, 0 for a game lost) that a "
    "linear function of the luck counted accounts for: the squared multiple correlation.",
    "choice and luck": "If all factions picked one of these policies, each as likely, the variance of who wins would "
    "be the variance of the win rates between policies (choice) plus the mean of the variances within them (luck), by "
    "the law of total variance. What the rates differ by chance is taken off the choice.",
    "main effect": "The win rate with a rule on less that with it off, averaged over all settings of the other rules, "
    "on the same games. The 95 % interval is for each effect alone. Rows of two rules are interactions: the "
    "effect of the one with the other on, less its effect with the other off.",
    "interaction": "The effect of a rule with another rule on, less its effect with that rule off, averaged over the "
    "settings of the remaining rules.",
    "simultaneous interval": "The same estimate with an interval so wide that the intervals of all rows of the table "
    "hold at once with 95 % confidence (Bonferroni).",
    "alternatives": "How many other policies, readings or data sets were tried.",
    "standard deviation": "The square root of the variance that a source adds, in points of win rate. Of sampling it "
    "is that of the estimate. Of policies and readings it is that of the answers under all choices, each as likely, "
    "and of data that between draws; in both cases what the answers differ by chance has been taken off. Readings of "
    "several rules are added up.",
    "share of the variance": "The variance of this source in the sum of all, which takes the sources as independent.",
    "answer elsewhere": "The answer if one thing is otherwise, from the games that were played so. They are fewer than "
    "those of the question; what its own answer is on those games by chance, against all its games, is taken out as "
    "far as the two go together (control variates). The 95 % interval is by normal theory and holds the doubt about "
    "the question's own answer in the same measure.",
    "bid": "Victory points given to an alliance at the end of each game, before the winner is found; the bid sought is "
    "that at which both alliances win equally often, in fractions between whole bids. Its 95 % interval holds the bids "
    "whose Wilson interval of the win rate contains one half. A surrender decides a game whatever the bid.",
    "four bids": "Whole victory points given to each faction at the end of each game; those sought bring the win rates "
    "of the four factions, among the games that somebody wins, nearest to a quarter each. The 95 % interval of each is "
    "by resampling: the bids are sought again in games drawn with replacement.",
    "win rate with bid": "The win rate, among the games that somebody wins, once each game that is scored is scored "
    "again with the bid; policies and play stay as they are. A tie after the bid counts as the rules count ties.",
    "fraction": "A part of the games that somebody wins, with the 95 % Wilson interval.",
}
