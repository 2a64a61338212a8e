/** The strong `ETag` of one revision of a solution. */
export function solutionTag(solverProblemId: string, revision: number, ended: boolean): string {
  return `"${solverProblemId}-${revision}${ended ? '-end' : ''}"`
}

/** True when `If-None-Match` names `tag`, weakly compared as RFC 9110 (13.1.2) asks, or is `*`. */
export function isKnownTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((entry) => {
    const known = entry.trim()
    return known === '*' || known.replace(/^W\//, '') === tag
  })
}
