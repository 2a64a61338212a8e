import { readFileSync } from 'node:fs'
import type { Issue } from '../model/issue.ts'

const SHORTEST_PASSWORD = 10
/** Longer ones cost time to hash without being stronger. */
export const LONGEST_PASSWORD = 1000
/** What has to be left of a password when the e-mail's name and our own are taken out of it. */
const LEAST_OWN = 6
/** A part of an e-mail that is shorter stands in many a password by chance. */
const SHORTEST_PART = 3
/** Something as short as this, again and again, is one character to whoever guesses. */
const LONGEST_BLOCK = 4

/** What people run through on a keyboard, and go on from its end at its beginning. */
const SEQUENCES = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
]

/** What is wrong with a password, of which the user's e-mail is known; null when it will do. Length counts, kinds of characters do not. */
export function judgePassword(password: string, email: string): Issue | null {
  const pointer = '/password'
  const hint = `Give ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters that nobody would guess, such as four words that have nothing to do with one another.`
  if (password.length < SHORTEST_PASSWORD) {
    return { pointer, code: 'password-too-short', detail: `The password has ${password.length} characters, fewer than ${SHORTEST_PASSWORD}.`, hint }
  }
  if (password.length > LONGEST_PASSWORD) {
    return { pointer, code: 'text-too-long', detail: `The password has ${password.length} characters, more than ${LONGEST_PASSWORD}.`, hint }
  }
  const reason = whyCommon(password.normalize('NFC').toLowerCase(), email.toLowerCase())
  return reason === null ? null : { pointer, code: 'password-common', detail: `The password ${reason}.`, hint }
}

function whyCommon(password: string, email: string): string | null {
  if (oftenUsedPasswords().has(password)) return 'is one of those that are used most often'
  if (isRepetition(password)) return 'repeats the same few characters'
  if (SEQUENCES.some((sequence) => runsThrough(sequence, password))) return 'is a plain sequence'
  const [name = '', domain = ''] = email.split('@')
  const parts = [email, name, domain.split('.')[0]!, 'turnus'].filter((part) => part.length >= SHORTEST_PART)
  const own = parts.reduce((rest, part) => rest.replaceAll(part, ''), password)
  return own !== password && own.length < LEAST_OWN ? 'is hardly more than the e-mail or the word turnus' : null
}

function runsThrough(sequence: string, password: string): boolean {
  const places = [...password].map((character) => sequence.indexOf(character))
  const goesBy = (step: number): boolean => places.every((place, i) => i === 0 || place === (places[i - 1]! + step) % sequence.length)
  return !places.includes(-1) && (goesBy(1) || goesBy(sequence.length - 1))
}

function isRepetition(password: string): boolean {
  const repeatsAfter = (length: number): boolean => password.slice(length) === password.slice(0, -length)
  return Array.from({ length: LONGEST_BLOCK }, (_, i) => i + 1).some((length) => repeatsAfter(length))
}

let often: ReadonlySet<string> | null = null

/** Read when the first password is judged: a process that makes no user needs none of it. */
function oftenUsedPasswords(): ReadonlySet<string> {
  const read = (): string => readFileSync(new URL('often-used-passwords.txt', import.meta.url), 'utf8')
  return (often ??= new Set(
    read()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  ))
}
