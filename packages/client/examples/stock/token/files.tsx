import { RestDataProvider } from '@svar-ui/filemanager-data-provider'
import { Filemanager, Willow } from '@svar-ui/react-filemanager'
import { createRoot } from 'react-dom/client'
import '@svar-ui/react-filemanager/all.css'

const token = 'trp_…'

// It leaves `setHeaders` unused, and has a way for headers here.
class Provider extends RestDataProvider {
  override send<T>(url: string, method: string, data?: unknown, headers?: object): Promise<T> {
    return super.send(url, method, data, { ...headers, Authorization: `Bearer ${token}` })
  }
}

const provider = new Provider('http://localhost:3200')
const data = await provider.loadFiles('')

createRoot(document.getElementById('root')!).render(
  <Willow>
    <div style={{ height: '100vh' }}>
      <Filemanager data={data} init={(api) => api.setNext(provider)} />
    </div>
  </Willow>,
)
