/** A metric as a query of PromQL selects it. */
export interface Selected {
  readonly name: string
  /** Labels that it is selected or grouped by. */
  readonly labels: readonly string[]
}

const WORDS = new Set(['by', 'without', 'or', 'and', 'unless', 'on', 'ignoring', 'offset', 'bool', 'group_left', 'group_right'])
/** Labels that Prometheus adds, and that of the buckets of a histogram. */
const ADDED = new Set(['job', 'instance', 'le'])

/** The metrics of a query, each with the labels of its matchers and of every `by` of the query. Comments are left out. */
export function metricsOf(query: string): readonly Selected[] {
  const text = query.replaceAll(/^#.*$/gm, '')
  const grouped = [...text.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, labels]) => namesIn(labels!))
  const bare = text.replaceAll(/\b(?:by|without)\s*\([^)]*\)/g, ' ')
  return [...bare.matchAll(/(?<![\w"$.])([a-z_][\w:]*)(?:\{([^}]*)\})?(?!\w*\s*\()/g)]
    .map(([, name, matchers = '']) => ({ name: name!, matchers }))
    .filter(({ name }) => !WORDS.has(name) && name.includes('_'))
    .map(({ name, matchers }) => {
      const matched = [...matchers.matchAll(/([a-z_]\w*)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!)
      return { name, labels: [...matched, ...grouped].filter((label) => !ADDED.has(label)) }
    })
}

function namesIn(list: string): readonly string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
