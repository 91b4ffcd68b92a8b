// The first page: it shows the tables of a workspace and follows their changes.
// It knows nothing of the server but its public API.

const api = new URL('.', document.baseURI)
const shownRows = 500
const byId = (id) => document.getElementById(id)
const state = { tables: [], table: null, rows: new Map(), total: 0, changed: null }

byId('address').textContent = api.href
addEventListener('hashchange', () => void show())
await start()

async function start() {
  const changes = await fetch(new URL('changes?limit=0', api))
  const revision = changes.headers.get('x-revision') ?? '0'
  state.tables = await load('tables')
  await show()
  follow(revision)
}

async function load(path, query) {
  const request = query && { method: 'POST', body: JSON.stringify(query) }
  const response = await fetch(new URL(path, api), request)
  const body = await response.json()
  if (!response.ok) throw new Error(body.error)
  return body
}

async function show() {
  const wanted = decodeURIComponent(location.hash.slice(1))
  state.table = state.tables.find(({ name }) => name === wanted) ?? state.tables[0] ?? null
  listTables()
  const { data, total } = state.table
    ? await load(`${encodeURIComponent(state.table.name)}/query`, { start: 0, end: shownRows })
    : { data: [], total: 0 }
  state.rows = new Map(data.map((row) => [row.id, row]))
  state.total = total
  draw()
}

function follow(revision) {
  const events = new EventSource(new URL(`events?since=${revision}`, api))
  events.addEventListener('open', () => tell('live', true))
  events.addEventListener('error', () => tell('the connection is lost, trying again', false))
  events.addEventListener('message', ({ data }) => void apply(JSON.parse(data)))
}

function tell(text, on) {
  byId('live').textContent = text
  byId('live').classList.toggle('on', on)
}

async function apply({ operation, entity, after }) {
  if (operation.startsWith('table-')) {
    state.tables = await load('tables')
    return show()
  }
  // Of many rows at once only their number is told.
  if (operation.startsWith('rows-')) return entity === state.table?.name ? show() : undefined
  const slash = entity.lastIndexOf('/')
  if (entity.slice(0, slash) !== state.table?.name) return
  const id = Number(entity.slice(slash + 1))
  // Which place a row has among the others, the list tells.
  if (operation !== 'row-updated') return show()
  if (!state.rows.has(id)) return
  state.rows.set(id, { ...state.rows.get(id), ...after })
  state.changed = id
  draw()
}

function listTables() {
  const items = state.tables.map(({ name }) => {
    const link = element('a', name)
    link.href = `#${encodeURIComponent(name)}`
    if (name === state.table?.name) link.setAttribute('aria-current', 'page')
    return element('li', link)
  })
  byId('tables').replaceChildren(...items)
}

function draw() {
  byId('name').textContent = state.table?.name ?? 'No tables yet'
  byId('count').textContent = state.table ? count(state.total) : ''
  if (!state.table) {
    return byId('rows').replaceChildren(element('p', 'Make one with POST /tables.'))
  }
  const columns = [{ name: 'id', type: 'integer' }, ...state.table.columns]
  const head = element('tr', ...columns.map((column) => cell('th', column, column.name)))
  const body = [...state.rows.values()].map((row) => {
    const line = element('tr', ...columns.map((column) => cell('td', column, row[column.name])))
    if (row.id === state.changed) line.className = 'changed'
    return line
  })
  byId('rows').replaceChildren(element('table', element('thead', head), element('tbody', ...body)))
}

function count(rows) {
  const text = rows === 1 ? '1 row' : `${rows.toLocaleString()} rows`
  return rows > shownRows ? `${text}, the first ${shownRows} shown` : text
}

function cell(tag, { type }, value) {
  const text = value !== null && typeof value === 'object' ? JSON.stringify(value) : value
  const made = element(tag, text === null || text === undefined ? '' : String(text))
  if (type === 'integer' || type === 'number') made.className = 'number'
  if (tag === 'th') made.scope = 'col'
  return made
}

function element(tag, ...children) {
  const made = document.createElement(tag)
  made.append(...children)
  return made
}
