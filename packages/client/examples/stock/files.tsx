import { RestDataProvider } from '@svar-ui/filemanager-data-provider'
import { Filemanager, Willow } from '@svar-ui/react-filemanager'
import type { IApi } from '@svar-ui/react-filemanager'
import { createRoot } from 'react-dom/client'
import '@svar-ui/react-filemanager/all.css'

const provider = new RestDataProvider('http://localhost:3200')
const data = await provider.loadFiles('')

function connect(api: IApi) {
  api.setNext(provider)
  // A folder brings its entries when it is opened.
  api.on('request-data', async ({ id }) => {
    await api.exec('provide-data', { id, data: await provider.loadFiles(id) })
  })
}

createRoot(document.getElementById('root')!).render(
  <Willow>
    <div style={{ height: '100vh' }}>
      <Filemanager data={data} init={connect} />
    </div>
  </Willow>,
)
