/** What every language writes alike, and words that mean something else in another one: `for`, `in`, `at`. */
const ALIKE =
  /\b(?:EUR|S\d|for|in|In|an|at|so|min|den|per|km|team|teams|weekend|point|rest|Budget|Rotation|Person|Team|Teams|end|start|period|budget|rotation|was|to)\b/g

/** Every text of an answer, by where it stands. */
export function textsIn(answer: unknown, place = ''): [string, string][] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]): [string, string][] => {
    const here = `${place}/${name}`
    return typeof value === 'string' ? [[here, value]] : textsIn(value, here)
  })
}

/** True where a text of an answer is a sentence for people. */
export function isSentence(place: string): boolean {
  return /\/(?:text|cause|summary\/\d+)$/.test(place)
}

/** The sentences of an answer that have a word which the English ones of the same answer have too, but for `names` that a schedule gives. */
export function englishIn(other: ReadonlyMap<string, string>, english: ReadonlyMap<string, string>, names: readonly string[]): string[] {
  const sorted = [...new Set(names)].filter((name) => /\p{L}{2}/u.test(name)).sort((a, b) => b.length - a.length)
  const wordsOf = (text: string): string[] => {
    const bare = sorted.reduce((left, name) => left.replaceAll(name, ' '), text)
    return bare.replaceAll(ALIKE, '').match(/\p{L}{2,}/gu) ?? []
  }
  const known = new Set([...english].filter(([place]) => isSentence(place)).flatMap(([, text]) => wordsOf(text)))
  return [...other]
    .filter(([place]) => isSentence(place))
    .flatMap(([place, text]) =>
      wordsOf(text)
        .filter((word) => known.has(word))
        .map((word) => `${place}: ${word} in ${text}`),
    )
}
