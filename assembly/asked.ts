// What the engine is asked for: rules and moves that are rare, which it counts and makes with the code of its own.

/** Makes a move of another kind; answers rows + 8 × (whether it keeps cover) + 16 × (its break day + 1), or −1 when chance led nowhere. */
export declare function propose(neighbourhood: i32): i32
/** The duty with one more demand, and without one. */
export declare function extended(duty: i32, demand: i32): i32
export declare function reduced(duty: i32, demand: i32): i32
/** Adds what row i of the move costs more by rotas and by pay. */
export declare function rowRest(i: i32): void
/** Adds what the move costs more by rules that tie employees; answers of how many cells they speak. */
export declare function ties(rows: i32, breakDay: i32): i32
/** Adds what row i costs more by rules that read stretches; `isBroken` as in `shape-change.ts`. */
export declare function shapes(i: i32, isBroken: i32): void
/** Adds what row i costs more by plain rules. */
export declare function plain(i: i32): void
/** Lets the sums of rules that tie employees follow the move, whose cells `ties` has found. */
export declare function applyTies(): void
/** Counts the row of an employee anew whose cells have changed. */
export declare function refreshRow(employee: i32): void
/** What changes of the row can save at most on rules that read stretches, and on plain ones. */
export declare function shapesOf(employee: i32): f64
export declare function plainOf(employee: i32): f64
/** The roster is better than the best so far, from which it differs in so many of `changedRows`. */
export declare function better(changed: i32): void

// Bits of `asksOf`.
export const ASKS_SHAPES: i32 = 1
export const ASKS_REFRESH: i32 = 2
export const ASKS_ROW: i32 = 4
export const TIES: i32 = 8
