// deno-fmt-ignore-file
// deno-lint-ignore-file
// What pages are told. `make goldens` writes this file from companion/http/views/.

/** Fields that only other members of a union have. */
type Without<Field extends string> = { [field in Field]?: undefined };

/** A card as pages draw it; `picture` is its symbol among the pictures of the game, if it has one. */
export interface CardFace {
  rank: string;
  suit: string;
  picture?: string;
}

/** The suit that is trump, as on the cards; its sign; in words what beats all of it. Empty: it has none. */
export interface TrumpSuit {
  suit: string;
  sign: string;
  above: string;
}

/** How many tricks a player has taken; and the cards of those that lie open. */
export interface TricksWon {
  tricks: number;
  open: CardFace[][];
}

/** What lies beside a player that all may know. */
export interface BesidePlayer {
  beside: string[];
  /** What is counted with the score: "3 bags"; empty: nothing. */
  beside_score: string;
  won: TricksWon;
  markers: CardFace[];
}

/** A score chart: the standings by seat at the start and after each step, and the seats that share a line. */
export interface ChartLines {
  /** "deal" or "turn". */
  step: string;
  /** The unit of a standing: "points" or "cards left". */
  counted: string;
  points: number[][];
  sides: number[][];
  /** The steps whose standings were corrected by hand. */
  corrected: number[];
}

/** Where the seats of a side stand at the end, and what they did in the whole match, in words; empty: nothing. */
export interface SideStanding {
  seats: number[];
  place: number;
  stands: number;
  did: string;
}

/** The best trick: who took it in which deal, and what its cards counted. */
export interface BestTrickTold {
  seat: number;
  cards: CardFace[];
  worth: number;
  deal: number;
  title: string;
}

/** The best change of a standing in one step. */
export interface BiggestTurnTold {
  seats: number[];
  change: number;
  counted: string;
  step: string;
  number: number;
}

/** How many matches the same people have played, and how many each seat has won. */
export interface SeriesTold {
  matches: number;
  won: number[];
}

/** How a match was won, the best side first. What is not told is null. */
export interface MatchEnding {
  game: string;
  look: string;
  title: string;
  names: string[];
  winners: number[];
  /** The seats that computers take. */
  computers: number[];
  remark: string[] | null;
  standings: SideStanding[];
  best: BestTrickTold | null;
  turn: BiggestTurnTold | null;
  revokes: number[] | null;
  series: SeriesTold | null;
  curve: ChartLines;
  /** When it ended, as records note it. */
  at?: string;
  /** What the last deal brought, in sentences. Empty: the match is one deal. */
  last?: string;
}

/** Sentences to be said aloud, each behind its kind: "move", "turn" or "mistake". None at all: silence. */
export interface SpokenMessage {
  say: [string, string][];
  language: string;
}

/** How many messages there were, and the latest of them. */
export interface SpokenMessages {
  number: number;
  latest: SpokenMessage[];
}

/** Cards in the middle, and the seat that laid them; null: nobody in particular. */
export interface LaidCards {
  who: string;
  seat: number | null;
  cards: CardFace[];
}

/** A value of a house rule. */
export interface OptionValue {
  value: string;
  label: string;
}

/** A house rule of a game. */
export interface GameOption {
  name: string;
  meaning: string;
  values: OptionValue[];
}

/** The round of a club that is played at the table. */
export interface ClubPlace {
  event: string;
  round: number;
  table: number;
}

/** A player as phones see them: where they stand, and the cards that lie open before them. */
export interface BoardPlayer extends BesidePlayer {
  name: string;
  stands: number;
  open: CardFace[];
}

/** A player while other tables still play the same board. */
export interface HeldPlayer {
  name: string;
  stands: number;
}

/** The box is off, or posts nothing. */
export interface BoxOff {
  on: false;
}

/** The box is on, and no match is: what its panel says. */
export interface NoMatchBoard {
  on: true;
  says: string[];
  heard?: SpokenMessages;
}

/** What phones show of a match in any case. */
export interface BoardFacts {
  on: true;
  game: string;
  look: string;
  title: string;
  where: string;
  counted: string;
  turn: number[];
  scored: boolean;
  dealer: number | null;
  won: number[];
  over: boolean;
  curve: ChartLines | null;
  heard?: SpokenMessages;
}

/** A match of duplicate play: without cards and bids, as long as other tables have yet to play its board. */
export interface HeldBoard extends BoardFacts {
  players: HeldPlayer[];
  club: ClubPlace;
}

/** A match as phones see it. */
export interface MatchBoard extends BoardFacts {
  says: string[];
  memo: string;
  trump: TrumpSuit | null;
  crate: number;
  players: BoardPlayer[];
  revoked: string[];
  lies: LaidCards[];
  /** Whether cards without a player lie side by side in the centre; else they are a pile. */
  apart: boolean;
  ahead: number | null;
  took: number | null;
  ending: MatchEnding | null;
  club?: ClubPlace;
}

/** What the page for phones is told at each moment. */
export type PhoneView =
  | (BoxOff & Without<"says" | "heard" | "game" | "look" | "title" | "where" | "counted" | "turn" | "scored" | "dealer" | "won" | "over" | "curve" | "players" | "club" | "memo" | "trump" | "crate" | "revoked" | "lies" | "apart" | "ahead" | "took" | "ending">)
  | (NoMatchBoard & Without<"game" | "look" | "title" | "where" | "counted" | "turn" | "scored" | "dealer" | "won" | "over" | "curve" | "players" | "club" | "memo" | "trump" | "crate" | "revoked" | "lies" | "apart" | "ahead" | "took" | "ending">)
  | (HeldBoard & Without<"says" | "memo" | "trump" | "crate" | "revoked" | "lies" | "apart" | "ahead" | "took" | "ending">)
  | MatchBoard;

/** A finished match. `record` is the name of its record; empty: it cannot be downloaded. */
export interface PastMatch {
  title: string;
  at: string;
  winners: number[];
  length: string;
  names: string[];
  curve: ChartLines;
  record: string;
}

/** What the matches of a game come to for each player: a row of cells each. */
export interface PlayersTable {
  title: string;
  heads: string[];
  rows: string[][];
}

/** What may be asked for of the finished matches: games and house rules as values and labels, and people.

The house rules are those of the game that is chosen, in its words. */
export interface EveningChoices {
  games: [string, string][];
  people: string[];
  rules: [string, string][];
}

/** The finished matches that are asked for, the latest first: the answer of /evenings. `choices` are of all.

`number` counts all that are asked for, also those that are too many to be listed. */
export interface PastMatches {
  number: number;
  evenings: PastMatch[];
  tables: PlayersTable[];
  choices: EveningChoices;
}

/** The tune that was begun last, by its number: notes of so many Hz and milliseconds. */
export interface TuneTold {
  number: number;
  notes: number[][];
}

/** The colour in which the light was lit last, by its number; `ms` 0: it stays. */
export interface FlashTold {
  number: number;
  rgb: number[];
  ms: number;
}

/** The piece whose tag comes next; `face` is null for one that is no card. */
export interface PieceDue {
  called: string;
  remark: string;
  face: CardFace | null;
}

/** A guided run over a deck; `due` is null at its end. */
export interface EnrollingTold {
  due: PieceDue | null;
  done: number;
  of: number;
  undo: boolean;
}

/** The phone that is the reader: the code by which one is paired (empty: one is) tells its picture apart. */
export interface PhoneTold {
  code: string;
}

/** What the page in the room is told at each moment; `number` counts the pictures of the panel. */
export interface RoomView {
  number: number;
  /** None: no phone is the reader. */
  phone: PhoneTold | null;
  glass: string;
  contrast: number;
  /** Whether one may play on the screen again, as before with real cards. */
  leaves: boolean;
  tune: TuneTold;
  flash: FlashTold;
  asked: string;
  refused: string;
  /** What does not work, and what to do; empty: all works. */
  trouble: string;
  enrolling: EnrollingTold | null;
  board: MatchBoard | null;
}

/** A card on the table; orders name it by its `word`. */
export interface TableCard extends CardFace {
  word: string;
}

/** A card that is still to be read. */
export interface UnreadCard extends TableCard {
  new: true;
}

/** A card that somebody has passed, until the first trick was taken. */
export interface ReceivedCard extends TableCard {
  received: true;
}

/** A card in a hand. */
export type HandCard =
  | (TableCard & Without<"new" | "received">)
  | (UnreadCard & Without<"received">)
  | (ReceivedCard & Without<"new">);

/** A piece in the centre, and its place in the order of the deck. */
export interface CentrePiece extends TableCard {
  place: number;
}

/** Cards in the middle; `who` is empty where they are nobody's, and "…" while a play is not whole.

`backs` is the number of those that lie face down. */
export interface LaidTableCards {
  who: string;
  seat: number | null;
  cards: TableCard[];
  backs: number;
}

/** How many places the shelf has; its colours by row and its shapes by column, if it is even. */
export interface ShelfPlaces {
  places: number;
  rows: string[];
  columns: string[];
}

/** How many pieces each hand holds. */
export interface Fists {
  right: number;
  left: number;
}

/** A player, and the cards before the player. */
export interface SeatedPlayer extends BesidePlayer {
  name: string;
  /** The seat of a person at this page. */
  you: boolean;
  /** The running score; null: the game keeps none. */
  stands: number | null;
  /** What the player's side has bid and taken, "bid 7, took 5"; empty: there is no bid. */
  against_bid: string;
  /** Of the computer in this seat; empty: a person plays it. */
  level: string;
  /** Of this deal so far; null: nobody may count them yet. */
  points: number | null;
  hand: HandCard[];
  heads: TableCard[];
  bones: number;
}

/** A player whose cards the page shows. `laid`: how many of them are a part of a play. */
export interface OpenSeat extends SeatedPlayer {
  laid: number;
}

/** A seat that the computer takes: how many cards its rack holds. In its `hand` are cards that lie open. */
export interface RackSeat extends OpenSeat {
  rack: number;
}

/** A player of a game whose pieces go through fists into crates. `room`: of the crate; 0: any number of pieces. */
export interface FistsSeat extends SeatedPlayer {
  fists: Fists;
  /** The hand that was just opened, "right" or "left"; empty: none. */
  opened: string;
  crate: TableCard[];
  room: number;
}

/** A player at the table. */
export type TableSeat =
  | (SeatedPlayer & Without<"laid" | "rack" | "fists" | "opened" | "crate" | "room">)
  | (OpenSeat & Without<"rack" | "fists" | "opened" | "crate" | "room">)
  | (RackSeat & Without<"fists" | "opened" | "crate" | "room">)
  | (FistsSeat & Without<"laid" | "rack">);

/** What the dealer can do now; empty: nothing. */
export type Dealing = "" | "scan" | "draw" | "nest" | "turn up";

/** The cards on the table. */
export interface TableCards {
  game: string;
  look: string;
  title: string;
  target: number;
  deals: number;
  turn: number[];
  trump: TrumpSuit | null;
  dealer: number | null;
  /** The seat at the bottom: of several people, of the one who was asked last. */
  me: number;
  /** The seats whose hands lie face down, unless somebody turns them over. */
  down: number[];
  /** The seats of each side, alone or partners. */
  sides: number[][];
  seats: TableSeat[];
  /** The words of the own cards that may be laid now, by the own hand and what the table shows; null: not known. */
  playable: string[] | null;
  middle: LaidTableCards[];
  /** The trick that was taken last, where the rules let people look at it; empty: none. */
  last_trick: LaidCards[];
  took: number | null;
  ending: MatchEnding | null;
  centre: CentrePiece[];
  shelf: ShelfPlaces | null;
  up: TableCard | null;
  /** How many cards lie in it; null: there is no stack. */
  stack: number | null;
  nest: number;
  deal: Dealing;
  /** Whether cards that are given away go to another hand. */
  passes: boolean;
  lays: number;
  /** Whether a card of a person is awaited, and not only a word. */
  awaits: boolean;
  /** The most cards of a play that are still to be laid. */
  several: number;
  alike: boolean;
  tricks: boolean;
  /** Whether all may see all hands of a deal that is over. */
  reviews: boolean;
  /** Whether a deal was scored, and the next one has not begun. */
  scored: boolean;
  over: boolean;
}

/** No game is in play. */
export interface NoCards {
}

/** What lies on the table of a page. */
export type CardsOnPage =
  | TableCards
  | (NoCards & Without<"game" | "look" | "title" | "target" | "deals" | "turn" | "trump" | "dealer" | "me" | "down" | "sides" | "seats" | "playable" | "middle" | "last_trick" | "took" | "ending" | "centre" | "shelf" | "up" | "stack" | "nest" | "deal" | "passes" | "lays" | "awaits" | "several" | "alike" | "tricks" | "reviews" | "scored" | "over">);

/** The box as people see and hear it. `glass` are its 1,024 bytes in base 64. */
export interface BoxSeen {
  glass: string;
  contrast: number;
  said: string[];
  light: number[];
  tone: number;
  down: string[];
  powered: boolean;
}

/** The button for the next step: its label, what is told of it, and the label where there is room.

`does` is what an order says that it said. */
export interface NextStep {
  does: string;
  label: string;
  title: string;
  long: string;
}

/** A hint, `in_short` without its reason; the words of the cards that it marks, or the place of the answer. */
export interface HintTold {
  says: string;
  in_short: string;
  right: string[];
  answer: number | null;
}

/** A fault of the wires that can be switched on. */
export interface FaultSwitch {
  name: string;
  sentence: string;
  on: boolean;
}

/** A game as its tile tells it. `decks` are the enrolled decks that serve it, the latest first.

`known`: most people know it. `partners`: those who sit opposite each other play together. `short` are the house
rules of a short game, which takes `short_minutes`; empty: there is none. */
export interface GameTile {
  name: string;
  title: string;
  look: string;
  known: boolean;
  players: number[];
  partners: boolean;
  line: string;
  minutes: number;
  short: Record<string, string>;
  short_minutes: number;
  computers: boolean;
  decks: string[];
}

/** What may become of the match in play when another is begun. */
export interface LeavingWays {
  called: string;
  ways: string[];
}

/** What stands out of what happened, and after how many statements. `aloud`: what of it the voice does not say. */
export interface MomentTold {
  number: number;
  text: string;
  aloud: string;
}

/** What stands out in this deal, the latest last, after `number` statements of the match with this record.

New to a page is what follows the last view of the same match. */
export interface MomentsTold {
  record: string;
  number: number;
  latest: MomentTold[];
}

/** An answer that the buttons of the box can give. `label` is short, `says` is a sentence or a whole answer.

`suit` is the suit that it names, as on the cards; empty: none. `main`: play goes on with it. `place` is what an
order names it by. */
export interface AnswerTold {
  label: string;
  says: string;
  suit: string;
  group: "bid" | "suit" | "choice" | "person" | "step" | "claim";
  main: boolean;
  place: number;
}

/** Who is asked now, and what. `news` is what happened since a person last acted, in order. */
export interface AskedTold {
  /** Null: all, or nobody in particular. */
  seat: number | null;
  /** A person at this page is asked. */
  yours: boolean;
  sentence: string;
  /** The sentence without what explains it. */
  question: string;
  /** Why the last act was refused; empty: it was not. */
  refused: string;
  /** What the words of the game mean, until a person has acted; empty: nothing is explained. */
  opening: string;
  news: string[];
  answers: AnswerTold[];
  /** The last act can be taken back: by the answer of place -1. */
  undo: boolean;
  /** Tells one asking from another: an answer names the one that it is for. */
  number: number;
}

/** How it stands with an example: it asks whether to go on, or cannot; empty: none is watched. */
export type Watching = "" | "shows" | "asks" | "is over";

/** How fast computer seats play. */
export type Pace = "slow" | "normal" | "fast" | "at once";

/** What the page of the table shows. `asked` is null while no game is in play.

`hint` is null until somebody wants one for what is asked; `advises`: a hint is available.

`tags` are people with a name tag, `regulars` those who are offered for the next game, `computers` the names of
computers in the order in which they sit down. */
export interface DeskView {
  asked: AskedTold | null;
  /** What a computer is doing; empty: none is asked. */
  doing: string;
  /** Null: nobody plays. */
  moments: MomentsTold | null;
  remark: string;
  caption: string;
  every: number;
  fast: boolean;
  pace: Pace;
  watching: Watching;
  paused: boolean;
  box: BoxSeen;
  /** Only the box shows what happens now, or can answer it. */
  needs_box: boolean;
  table: CardsOnPage;
  heard: SpokenMessages;
  next: NextStep;
  lying: string[];
  hint: HintTold | null;
  advises: boolean;
  faults: FaultSwitch[];
  games: GameTile[];
  pointed: string;
  examples: string[];
  tags: string[];
  regulars: string[];
  computers: string[];
  enrolling: boolean;
  verifies: boolean;
  deck: string;
  leaving: LeavingWays | null;
  saved: string[];
  jumps: boolean;
  ahead: string[];
  done: number;
}

/** What the page of the table is told at each moment. `start`: of the server, from which orders are counted. */
export interface TableView extends DeskView {
  start: string;
}

/** The answer of /readers: the readers with which real cards can be played here. */
export interface ReadersTold {
  readers: string[];
}

/** A setting: what may be chosen, and what is. `labels` are what people read in place of `values`. */
export interface SettingChoice {
  key: string[];
  title: string;
  label: string;
  labels: string[];
  values: Array<string | number>;
  value: boolean | number | number | string | string[];
  spelled: string;
}

/** The answer of /settings. `undrawn`: what is wrong with a name; empty: nothing. */
export interface SettingChoices {
  file: string;
  choices: SettingChoice[];
  undrawn: string;
}

/** A stored deck, and how many of its pieces have a tag. */
export interface DeckTile {
  name: string;
  title: string;
  counted: string;
  unfinished: boolean;
}

/** The answer of /decks. `said`: what became of what was asked. */
export interface StoredDecks {
  said?: string;
  decks: DeckTile[];
  unusable: string[];
  largest: number;
}

/** A house rule, and the value that holds. The first one is the book's. */
export interface HouseRuleTold extends GameOption {
  value: string;
}

/** The answer of /rules/GAME. */
export interface RulesTold {
  aim: string;
  pages: string[];
  /** The words of the card table that these use, a sentence each. */
  words: string[];
  house: HouseRuleTold[];
}

/** The answer of /scores: what each deal brought each side, and how it stands in all.

`leads` is empty while all are equal. `accounts` are what each side did in each of the deals; a text is empty where
the points say it. `story` is what was done in this deal, in order, below the title `done`. `moment` is what
stands out of the last statement, as a moon at the end of a deal; empty: nothing does. `aloud` is what the deal that
was just scored has brought, in a sentence for those who do not see the table. */
export interface ScoreSheet {
  goal: string;
  moment: string;
  aloud: string;
  leads: string;
  heads: string[];
  deals: string[][];
  accounts: string[][];
  total: string;
  stands: string[];
  done: string;
  story: string[];
}

/** Cards of each player: dealt, given away, or laid to a trick; who led it, and who took it. None: nobody did. */
export interface ReviewedRow {
  title: string;
  cells: CardFace[][];
  led: number | null;
  took: number | null;
}

/** The answer of /hands after a deal of tricks. `heads`: the players; `rest`: what was dealt into no hand. */
export interface DealReview {
  look: string;
  heads: string[];
  rows: ReviewedRow[];
  rest: CardFace[];
}

/** An answer about seats, and the question to which it leads with its answers; empty: it is the last one.

`named`: the name of a guest unless another one is typed; empty: it is no guest. */
export interface SeatChoice {
  label: string;
  named: string;
  asks: string;
  then: SeatChoice[];
}

/** Whose score may be corrected: a seat of the side; the label has its players and how it stands. */
export interface ScoreOfSide {
  seat: number;
  label: string;
}

/** The answer of /seats at the asking with this number: what may change now, and why not what may not.

`why_uncorrected` is why no score may be corrected; empty: one may. `reasons` are those of a correction. */
export interface SeatsTold {
  number: number;
  seats: SeatChoice;
  why_not: string[];
  sides: ScoreOfSide[];
  reasons: [string, string][];
  why_uncorrected: string;
}

/** A match that was left before its end: what it is called, and how it stands. */
export interface SavedGame {
  record: string;
  game: string;
  title: string;
  at: string;
  deal: number;
  names: string[];
  counted: string;
  stands: [string, number][];
}

/** The answer to a backup that was sent to /backup: sentences. */
export interface RestoredTold {
  said: string[];
}

/** The answer of /saved-games, those played last first. */
export interface SavedGameList {
  kept: SavedGame[];
  finished: SavedGame[];
  thrown_away: SavedGame[];
}

/** The event of this evening. `left` are the seconds of the round; null: there is no clock, or no round.

`step` is the number of the one that can be taken back; 0: there is none. */
export interface EventTold {
  name: string;
  title: string;
  game: string;
  gameTitle: string;
  options: Record<string, string>;
  movement: string;
  rounds: number;
  length: number;
  minutes: number;
  deals: number;
  duplicate: boolean;
  round: number;
  out: string[];
  left: number | null;
  paused: boolean;
  waits: number[];
  over: boolean;
  refusal: string;
  boards: number;
  pairs: boolean;
  seats: number;
  partners: boolean;
  counted: number;
  finished: number;
  step: number;
}

/** A table of the round. `missing` are those whose name tags its box waits for.

`byHand`: the organiser has said that it is finished, and its box does not say so. */
export interface RoundTable {
  table: number;
  box: string;
  names: string[];
  boards: number[];
  done: number;
  byHand: boolean;
  missing: string[];
  turn: string[];
  where: string;
  trouble: string;
}

/** A box, and the table that it serves; 0: none. */
export interface BoxTold {
  name: string;
  on: boolean;
  here: string[];
  table: number;
  broken: boolean;
  game: string;
  trouble: string[];
}

/** A person: at which box, in which entrant (-1: none), at which table (0: none), and whether one of the event. */
export interface PersonTold {
  name: string;
  here: string;
  entrant: number;
  table: number;
  known: boolean;
}

/** A pair, or a person who plays alone. `left` is the first round without them; 0: none. */
export interface EntrantTold {
  names: string[];
  since: number;
  left: number;
}

/** The place of an entrant. `percent` is null where no board counts yet. */
export interface StandingRow {
  place: number;
  names: string[];
  group: string;
  deals: number;
  points: number;
  percent: number | null;
  out: number;
}

/** An event that can be had as files; `usebio`: also as one of that format. */
export interface EventOfFiles {
  name: string;
  usebio: boolean;
}

/** What the organiser's page is told at each moment. */
export interface DirectorView {
  event: EventTold | null;
  events: EventOfFiles[];
  tables: RoundTable[];
  boxes: BoxTold[];
  people: PersonTold[];
  entrants: EntrantTold[];
  standings: StandingRow[];
  troubles: string[];
  changes: number;
}

/** A game, its house rules and the movements that fit it. */
export interface GameChoice {
  name: string;
  title: string;
  movements: string[];
  options: GameOption[];
}

/** The answer of /choices. */
export interface EventChoices {
  games: GameChoice[];
}

/** A deal of a table: its points by seat, and the percent of each side. */
export interface DealTold {
  round: number;
  table: number;
  deal: number;
  board: number;
  names: string[];
  points: number[];
  percents: Array<number | null>;
  /** The reason of each correction. */
  corrected: string[];
}

/** The answer of /results/EVENT. */
export interface EventResults {
  event: string;
  duplicate: boolean;
  results: DealTold[];
  /** The deals without a result, for which one can be entered. */
  missing: DealTold[];
}
