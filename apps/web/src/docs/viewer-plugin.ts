import type {
  Component,
  Plugin,
  Props,
  State,
  StateList,
  System,
} from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { javascriptOf, written } from './code-sample.ts'
import type { Filled, Form, Written } from './code-sample.ts'
import { resolveSubtree } from './resolve-subtree.ts'

/** Those that begin with `curl` are the viewer's own. */
const languages = [
  { key: 'curl_bash', title: 'curl', syntax: 'bash' },
  { key: 'javascript', title: 'JavaScript', syntax: 'javascript' },
  { key: 'curl_powershell', title: 'PowerShell', syntax: 'powershell' },
] as const

/** What the viewer lacks: a search in what operations do, samples before anything is sent, names for its fields. */
export function viewerPlugin({ React, Im }: System): Plugin {
  const h = React.createElement
  /** Whoever wants one operation in a language wants the next one in it, too. */
  let favourite: (typeof languages)[number] = languages[0]

  function SearchBox({ layoutActions }: Props) {
    return h('input', {
      type: 'search',
      className: 'search',
      'aria-label': 'Search the operations',
      placeholder: 'Search: upload, PATCH, /tables, …',
      onChange: ({ target }: { target: HTMLInputElement }) =>
        layoutActions.updateFilter(target.value),
    })
  }

  function CodeSample({ getComponent, fn, ...props }: Props) {
    const [language, setLanguage] = React.useState(favourite)
    const HighlightCode = getComponent('HighlightCode', true)
    const request = written(filledIn(props))
    const sample = fn[`requestSnippetGenerator_${language.key}`]!(stateOf(request, Im))
    return h(
      'section',
      { className: 'code-sample', 'aria-label': 'Code sample' },
      h(
        'div',
        { className: 'opblock-section-header' },
        h('h4', null, 'Code sample'),
        languages.map((one) =>
          h(
            'button',
            {
              key: one.key,
              type: 'button',
              className: 'btn',
              'aria-pressed': one === language,
              onClick: () => {
                favourite = one
                setLanguage(one)
              },
            },
            one.title,
          ),
        ),
      ),
      h(HighlightCode, { language: language.syntax, canCopy: true, children: sample }),
    )
  }

  /** Around a component of the viewer: does to its elements what the viewer leaves out. */
  const mending =
    (selector: string, mend: (element: Element, props: Props) => void) => (Original: Component) =>
      function Mended(props: Props) {
        const box = React.useRef<HTMLDivElement>(null)
        React.useEffect(() => {
          for (const element of box.current!.querySelectorAll(selector)) mend(element, props)
        })
        return h('div', { ref: box }, h(Original, props))
      }
  const naming = (name: (element: Element, props: Props) => string) =>
    mending('input, select, textarea', (element, props) =>
      element.setAttribute('aria-label', name(element, props)),
    )

  return {
    components: {
      FilterContainer: SearchBox,
      CodeSample,
      // The sample above says it already.
      RequestSnippets: () => null,
      // It stands in a button, where nothing else may be pressed. The address follows what is opened anyway.
      DeepLink: ({ text }) => h('span', null, text),
      // What belongs to the server is asked of the server, whichever workspace is chosen above.
      OperationServers: () => null,
      // Nothing here is sent empty.
      ParameterIncludeEmpty: () => null,
    },
    wrapComponents: {
      operations: (Original) =>
        function Operations(props) {
          const groups = props.specSelectors.taggedOperations()
          if (groups.size === 0) return h('p', { role: 'status' }, 'Nothing is like that.')
          // Each group by itself: of a long list the viewer draws what is in sight, and no browser finds the rest.
          const groupAlone = (name: string) => {
            const taggedOperations = () => groups.filter((_, key) => key === name)
            const specSelectors = { ...props.specSelectors, taggedOperations }
            return h(Original, { ...props, key: name, specSelectors })
          }
          return h(React.Fragment, null, groups.keySeq().toArray().map(groupAlone))
        },
      responses: (Original) =>
        function Responses(props) {
          const Sample = props.getComponent('CodeSample', true)
          const { path, method } = props
          return h(React.Fragment, null, h(Sample, { path, method }), h(Original, props))
        },
      JsonSchemaForm: naming((_, { description }) => description),
      RequestBodyEditor: naming(() => 'Request body'),
      Servers: naming((element) => element.getAttribute('data-variable') ?? 'Server'),
      // What can be scrolled must be reachable by keyboard.
      HighlightCode: mending('pre', (element) => element.setAttribute('tabindex', '0')),
    },
    fn: {
      opsFilter: matching,
      resolveSubtree: async (document: object, path: string[]) => ({
        spec: resolveSubtree(document, path) ?? null,
        errors: [],
      }),
      requestSnippetGenerator_javascript: (request: State) =>
        javascriptOf(request.get('asWritten') as Written),
    },
  }
}

/** The groups with those operations that have every word of the phrase in what is shown of them. */
function matching(groups: StateList<State>, phrase: string): StateList<State> {
  const words = phrase.toLowerCase().split(/\s+/)
  return groups
    .map((group, name) => {
      const operations = group.get('operations') as StateList<State>
      const isFound = (operation: State) => {
        const { summary } = (operation.get('operation') as State).toJS() as { summary: string }
        const text = [name, operation.get('method'), operation.get('path'), summary].join(' ')
        return words.every((word) => text.toLowerCase().includes(word))
      }
      return group.set('operations', operations.filter(isFound))
    })
    .filter((group) => (group.get('operations') as StateList<State>).size > 0)
}

interface Operation {
  parameters: Filled['parameters']
  servers?: { url: string }[]
  requestBody?: { content: Record<string, { schema: FormSchema }> }
}

interface FormSchema {
  required?: string[]
}

/** What would be sent now. */
function filledIn(
  props: Pick<Props, 'path' | 'method' | 'specSelectors' | 'oas3Selectors'>,
): Filled {
  const { path, method, specSelectors, oas3Selectors } = props
  const { parameters, servers, requestBody } = specSelectors
    .operationWithMeta(path, method)
    .toJS() as Operation
  const chosen = oas3Selectors.selectedServer()
  const isElsewhere = servers?.every(({ url }) => url !== chosen)
  const server = isElsewhere ? servers![0]!.url : oas3Selectors.serverEffectiveValue(chosen)
  const body = oas3Selectors.requestBodyValue(path, method)
  const contentType = body === null ? null : oas3Selectors.requestContentType(path, method)
  const { schema } = requestBody?.content[contentType ?? ''] ?? {}
  return {
    path,
    method,
    server: new URL(server, location.href).href.replace(/\/$/, ''),
    parameters,
    contentType,
    body: typeof body === 'string' || body === null ? body : fieldsOf(body, schema),
  }
}

/** What is required of a form is a file, here. */
function fieldsOf(form: State, schema: FormSchema = {}): Form {
  const fields = form.toJS() as Record<string, { value?: string | Blob }>
  const missing = (schema.required ?? []).map((name) => [name, new File([], name)] as const)
  const filled = Object.entries(fields).flatMap(([name, { value }]) =>
    value ? [[name, value] as const] : [],
  )
  return Object.fromEntries([...missing, ...filled])
}

/** As the viewer's own generators want it; they read a form from a map. */
function stateOf(request: Written, { fromJS, Map }: System['Im']): State {
  const { body } = request
  const form = typeof body === 'object' && body !== null ? Map(body) : body
  return fromJS({ ...request, body: null })
    .set('body', form)
    .set('asWritten', request)
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** By address, and at one address reading before writing. */
export function operationOrder(one: State, other: State): number {
  const [onePath, otherPath] = [String(one.get('path')), String(other.get('path'))]
  if (onePath !== otherPath) return onePath < otherPath ? -1 : 1
  return methods.indexOf(String(one.get('method'))) - methods.indexOf(String(other.get('method')))
}
