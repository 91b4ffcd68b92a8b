import { RestDataProvider } from '@svar-ui/gantt-data-provider'
import { Gantt, Willow } from '@svar-ui/react-gantt'
import { createRoot } from 'react-dom/client'
import '@svar-ui/react-gantt/all.css'

const token = 'trp_…'

// It leaves `setHeaders` unused, and has a way for headers here.
class Provider extends RestDataProvider {
  override send<T>(url: string, method: string, data?: unknown, headers?: object): Promise<T> {
    return super.send(url, method, data, { ...headers, Authorization: `Bearer ${token}` })
  }
}

const provider = new Provider('http://localhost:3200')
const { tasks, links } = await provider.getData()

createRoot(document.getElementById('root')!).render(
  <Willow>
    <div style={{ height: '100vh' }}>
      <Gantt tasks={tasks} links={links} init={(api) => api.setNext(provider)} />
    </div>
  </Willow>,
)
