declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type * as React from 'react'

  /** Of an immutable map of the viewer, as much as is used here. */
  export interface State {
    get(key: string): unknown
    set(key: string, value: unknown): State
    toJS(): unknown
  }

  export interface StateList<T> {
    size: number
    map(change: (item: T, key: string) => T): StateList<T>
    filter(keep: (item: T, key: string) => boolean): StateList<T>
    keySeq(): { toArray(): string[] }
  }

  /** What a component of the viewer may be given; each gets some of it. */
  export interface Props {
    getComponent: (
      name: string,
      isContainer?: boolean,
    ) => React.FunctionComponent<Record<string, unknown>>
    layoutActions: { updateFilter: (phrase: string) => void }
    specSelectors: {
      taggedOperations: () => StateList<State>
      operationWithMeta: (path: string, method: string) => State
    }
    oas3Selectors: {
      selectedServer: () => string
      serverEffectiveValue: (server: string) => string
      requestContentType: (path: string, method: string) => string | null
      requestBodyValue: (path: string, method: string) => State | string | null
    }
    /** By name; `requestSnippetGenerator_…` of a language writes a request in it. */
    fn: Record<string, (request: State) => string>
    path: string
    method: string
    description: string
    text: React.ReactNode
  }

  export type Component = (props: Props) => React.ReactNode

  export interface System {
    React: typeof React
    Im: { fromJS: (value: unknown) => State; Map: (value: object) => State }
  }

  export interface Plugin {
    components?: Record<string, Component>
    wrapComponents?: Record<string, (original: Component) => Component>
    fn?: Record<string, unknown>
  }

  export interface SentRequest {
    userFetch?: typeof fetch
  }

  export interface Options {
    domNode: HTMLElement
    spec: object
    plugins: ((system: System) => Plugin)[]
    requestInterceptor: (request: SentRequest) => SentRequest
    [option: string]: unknown
  }

  function showViewer(options: Options): System
  export default showViewer
}
