// Search, and a menu that is open where there is room. Without scripts everything else of the site works the same.
;(() => {
  const MOST_RESULTS = 30
  /** Words that are everywhere and find nothing. */
  const PLAIN = new Set([
    'a',
    'an',
    'and',
    'be',
    'by',
    'for',
    'from',
    'how',
    'i',
    'in',
    'is',
    'it',
    'my',
    'of',
    'on',
    'or',
    'that',
    'the',
    'to',
    'what',
    'with',
  ])
  const SEARCH = {
    // The last word may still be being typed.
    prefix: (term, place, terms) => place === terms.length - 1 || term.length > 3,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    boost: { title: 4, words: 4, page: 2 },
    boostDocument: (id, term, { worth }) => worth,
    combineWith: 'AND',
  }
  const root = document.documentElement.dataset.root
  const box = document.querySelector('[role="search"]')
  const input = document.querySelector('#search')
  const found = document.querySelector('#found')
  const count = document.querySelector('#count')
  const results = document.querySelector('#results')
  const menu = document.querySelector('.menu')
  const isWide = matchMedia('(min-width: 60rem)')
  let opening = null

  const setMenu = () => {
    menu.open = isWide.matches
  }
  isWide.addEventListener('change', setMenu)
  setMenu()
  box.hidden = false

  function load(file) {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.src = `${root}assets/${file}`
      script.addEventListener('load', resolve)
      script.addEventListener('error', () => reject(new Error(`${file} could not be loaded.`)))
      document.head.append(script)
    })
  }

  /** The index is large; it is fetched when somebody searches. */
  async function open() {
    await Promise.all([load('minisearch.js'), load('search-index.js')])
    const { options, index } = globalThis.turnusSearch
    return globalThis.MiniSearch.loadJSON(index, options)
  }

  async function search() {
    const query = input.value.trim()
    if (query === '') return close()
    opening ??= open()
    try {
      const index = await opening
      if (input.value.trim() !== query) return
      const terms = query.split(/\s+/).filter((term) => !PLAIN.has(term.toLowerCase()))
      show(index.search(terms.length === 0 ? query : terms.join(' '), SEARCH))
    } catch {
      opening = null
      found.hidden = false
      count.textContent = 'The search could not be loaded.'
    }
  }

  function show(hits) {
    found.hidden = false
    count.textContent = hits.length === 0 ? 'Nothing found.' : hits.length === 1 ? 'One place found.' : `${hits.length} places found.`
    results.replaceChildren(...hits.slice(0, MOST_RESULTS).map(item))
  }

  function item({ title, page, address, start }) {
    const element = document.createElement('li')
    const link = document.createElement('a')
    link.href = `${root}${address}`
    link.textContent = title === page ? title : `${page}: ${title}`
    link.addEventListener('click', close)
    const text = document.createElement('p')
    text.textContent = start
    element.append(link, text)
    return element
  }

  function close() {
    found.hidden = true
  }

  input.addEventListener('input', search)
  input.addEventListener('keydown', (event) => {
    const first = found.hidden ? null : results.querySelector('a')
    if (event.key === 'Enter' && first !== null) first.click()
    else if (event.key === 'ArrowDown' && first !== null) first.focus()
    else if (event.key !== 'Escape') return
    else {
      input.value = ''
      close()
    }
    event.preventDefault()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
  document.addEventListener('click', (event) => {
    if (!box.contains(event.target)) close()
  })
})()
