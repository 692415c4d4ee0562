// Made by `make types` from the server's schemas. Do not edit.

export type FromClient = (Hello | Act | Resign | Ping)
export type FromServer = (Welcome | Entries | Accepted | Refused | Present | Rematch | Pong | Bye)

export interface Everything {
Hello?: Hello
Act?: Act
Resign?: Resign
Ping?: Ping
Welcome?: Welcome
Seat?: Seat
Outcome?: Outcome
Entries?: Entries
Entry?: Entry
Accepted?: Accepted
Refused?: Refused
Present?: Present
Rematch?: Rematch
Pong?: Pong
Bye?: Bye
FromClient?: FromClient
FromServer?: FromServer
}
/**
 * The first message of a connection: who is there, and what he has already seen.
 */
export interface Hello {
type: "hello"
seat?: (number | null)
token?: (string | null)
code?: (string | null)
last?: (number | null)
restores?: number
}
/**
 * An action.
 */
export interface Act {
type: "act"
action: string
id: string
}
/**
 * The seat gives up.
 */
export interface Resign {
type: "resign"
id: string
}
/**
 * Are you there?
 */
export interface Ping {
type: "ping"
sent?: number
}
/**
 * The answer to Hello: where the match stands. What was missed follows as entries, if a view does not say it.
 */
export interface Welcome {
type: "welcome"
match: string
game: string
status: string
number: number
now: number
setup: {
[k: string]: unknown
}
actions: string[]
seats: Seat[]
pace: number
seat?: (number | null)
view?: ({
[k: string]: unknown
} | null)
due?: (number | null)
outcome?: (Outcome | null)
restores?: number
}
/**
 * Who plays a seat.
 */
export interface Seat {
name?: (string | null)
bot?: (string | null)
connected?: boolean
}
/**
 * How a match ended: the winning side in words, or none, and why.
 */
export interface Outcome {
winner: (string | null)
reason: string
}
/**
 * What happened, in order.
 */
export interface Entries {
type: "entries"
entries: Entry[]
}
/**
 * An entry of the log as anybody may see it: what was done, and what came of it.
 */
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
outcome?: (Outcome | null)
}
/**
 * An action that was sent again has been carried out before, as this entry.
 */
export interface Accepted {
type: "accepted"
id: string
number: number
}
/**
 * An action was not carried out.
 */
export interface Refused {
type: "refused"
id: string
reason: string
wait?: (number | null)
}
/**
 * Who is there.
 */
export interface Present {
type: "present"
status: string
seats: Seat[]
watching?: number
}
/**
 * There is another match with the same settings.
 */
export interface Rematch {
type: "rematch"
match: string
}
/**
 * The answer to Ping.
 */
export interface Pong {
type: "pong"
sent: number
now: number
}
/**
 * The last message: why the connection ends, and whether to come back.
 */
export interface Bye {
type: "bye"
reason: string
detail: string
reconnect?: boolean
}
