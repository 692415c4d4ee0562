// Made by `make types` from the server's schemas. Do not edit.

export interface Everything {
Account?: Account
BoardSize?: BoardSize
BoardText?: BoardText
BotWish?: BotWish
Closing?: Closing
Details?: Details
Entry?: Entry
Figures?: Figures
Film?: Film
Joined?: Joined
Joining?: Joining
Locking?: Locking
Made?: Made
Maze?: Maze
Me?: Me
Named?: Named
Page?: Page
Problem?: Problem
Recovery?: Recovery
Resigning?: Resigning
SavedMatch?: SavedMatch
Seat?: Seat
SignIn?: SignIn
Start?: Start
Summary?: Summary
Terms?: Terms
Wish?: Wish
match_Outcome?: Match_Outcome
play_messages_Outcome?: PlayMessages_Outcome
}
export interface Account {
name: string
account: string
recovery_code: string
}
export interface BoardSize {
name: string
rows: number
columns: number
most_seats: number
own: boolean
}
export interface BoardText {
name: string
text: string
}
export interface BotWish {
bot?: string
}
export interface Closing {
reason?: string
}
export interface Details {
match: Summary
setup: {
[k: string]: unknown
}
terms: Terms
seats: Seat[]
host: boolean
locked: boolean
code: (string | null)
host_name: string
yours: number[]
rules: number
limit: (number | null)
}
export interface Summary {
id: string
game: string
title: string
status: string
public: boolean
seats: number
taken: number
created_at: number
started_at: (number | null)
ended_at: (number | null)
entries: number
outcome: (Match_Outcome | null)
rematch: (string | null)
}
export interface Match_Outcome {
winner: (string | null)
reason: string
}
export interface Terms {
pace?: number
turn?: (number | null)
length?: (number | null)
}
export interface Seat {
name?: (string | null)
bot?: (string | null)
connected?: boolean
}
export interface Entry {
number: number
kind: string
at: number
seat?: (number | null)
action?: (string | null)
id?: (string | null)
reason?: (string | null)
changes?: [(string | number)[], unknown][]
events?: {
[k: string]: unknown
}[]
says?: string[]
due?: (number | null)
outcome?: (PlayMessages_Outcome | null)
}
export interface PlayMessages_Outcome {
winner: (string | null)
reason: string
}
export interface Figures {
matches: {
[k: string]: number
}
connections: number
rooms: number
is_draining: boolean
banned: string[]
}
export interface Film {
game: string
rules: number
setup: {
[k: string]: unknown
}
seats: number
start: {
[k: string]: unknown
}
entries: Entry[]
outcome: (PlayMessages_Outcome | null)
}
export interface Joined {
seat: number
token: string
}
export interface Joining {
name?: (string | null)
seat?: (number | null)
code?: (string | null)
}
export interface Locking {
locked?: boolean
}
export interface Made {
id: string
code: (string | null)
}
export interface Maze {
rows: number
columns: number
tools?: number
walls?: number
seed?: (number | null)
}
export interface Me {
name: string
account: (string | null)
}
export interface Named {
name: string
}
export interface Page {
matches: Summary[]
total: number
offset: number
}
export interface Problem {
type: string
title: string
status: number
detail: string
}
export interface Recovery {
account: string
code: string
password: string
}
export interface Resigning {
seat: number
token: string
}
export interface SavedMatch {
match: string
}
export interface SignIn {
account: string
password: string
}
export interface Start {
fill?: (string | null)
}
export interface Wish {
game: string
title?: string
public?: boolean
/**
 * Of the game, as `GET /api/games` lists them.
 */
settings?: {
[k: string]: unknown
}
/**
 * A shipped board, or one of your own.
 */
board?: (string | null)
maze?: (Maze | null)
/**
 * In games with teams; 2 if left out.
 */
seats_per_team?: number
/**
 * Without turns: milliseconds between acts; 120 if left out.
 */
pace?: number
/**
 * Seconds for each turn, null: no clock; 60 if left out.
 */
turn?: (number | null)
/**
 * Without turns: seconds for the whole match.
 */
length?: (number | null)
/**
 * Actions, turns or rounds until it ends undecided.
 */
limit?: (number | null)
}
