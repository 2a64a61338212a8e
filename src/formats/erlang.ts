/** Calls of one slot of time, and how they are to be answered. */
export interface CallLoad {
  /** Calls that arrive in the slot; 0 or more. */
  readonly calls: number
  /** Length of the slot in seconds. */
  readonly slotSeconds: number
  /** Mean time that a call takes, with the work after it, in seconds. */
  readonly handleSeconds: number
  /** The share of calls to be answered within `answerSeconds`: above 0, below 1. */
  readonly level: number
  readonly answerSeconds: number
  /** The most of their time that people may be busy with calls: above 0, up to 1. */
  readonly maxOccupancy: number
}

/** Of a number of people, what sums of fractions may be off. */
const ROUNDING = 1e-9

/**
 * The share of calls that wait when `people` answer a traffic of so many erlangs, by the formula of Erlang (C) for calls that arrive at random, wait in one queue and are never
 * given up. 1 where the people cannot keep up.
 */
export function waitingShare(people: number, erlangs: number): number {
  return waitingOf(people, erlangs, blockedShare(people, erlangs))
}

/** The formula of Erlang (B), found person by person, so that no factorial grows too large. */
function blockedShare(people: number, erlangs: number): number {
  let blocked = 1
  for (let n = 1; n <= people; n += 1) blocked = withOneMore(n, erlangs, blocked)
  return blocked
}

/** The blocked share of so many people, from that of one less. */
function withOneMore(people: number, erlangs: number, blocked: number): number {
  return (erlangs * blocked) / (people + erlangs * blocked)
}

function waitingOf(people: number, erlangs: number, blocked: number): number {
  return people <= erlangs ? 1 : blocked / (1 - (erlangs / people) * (1 - blocked))
}

/** The share of calls that people answer within the time of `load`; 0 to 1. */
export function answeredInTime(people: number, load: CallLoad): number {
  const erlangs = erlangsOf(load)
  return erlangs === 0 ? 1 : inTimeOf(people, load, blockedShare(people, erlangs))
}

function erlangsOf({ calls, slotSeconds, handleSeconds }: CallLoad): number {
  return (calls * handleSeconds) / slotSeconds
}

function inTimeOf(people: number, load: CallLoad, blocked: number): number {
  const erlangs = erlangsOf(load)
  const waiting = waitingOf(people, erlangs, blocked)
  return waiting === 1 ? 0 : 1 - waiting * Math.exp((-(people - erlangs) * load.answerSeconds) / load.handleSeconds)
}

/** The fewest people who answer the calls of a slot as they are to be answered; 0 where nobody calls. */
export function peopleFor(load: CallLoad): number {
  const erlangs = erlangsOf(load)
  if (erlangs === 0) return 0
  // 2.1 erlangs keep three people busy for 70 % of their time exactly, and numbers of a machine say a little more.
  let people = Math.max(1, Math.ceil(erlangs / load.maxOccupancy - ROUNDING))
  let blocked = blockedShare(people, erlangs)
  while (inTimeOf(people, load, blocked) < load.level) {
    people += 1
    blocked = withOneMore(people, erlangs, blocked)
  }
  return people
}
