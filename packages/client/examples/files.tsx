import { Filemanager, Willow } from '@svar-ui/react-filemanager'
import type { IApi } from '@svar-ui/react-filemanager'
import { connectFiles, iconAddress, openServer, previewAddress } from 'triptych-client'
import { createRoot } from 'react-dom/client'
import '@svar-ui/react-filemanager/all.css'

const server = openServer({ url: 'http://localhost:3200' })

// Outside of the component: the widget begins anew when one of these is another one.
const files = {
  data: [],
  icons: iconAddress(server),
  previews: previewAddress(server),
  init: (api: IApi) => {
    connectFiles(api, {
      server,
      onError: ({ error }) => alert(error.message),
    })
  },
}

function App() {
  return (
    <Willow>
      <div style={{ height: '100vh' }}>
        <Filemanager {...files} />
      </div>
    </Willow>
  )
}

createRoot(document.getElementById('root')!).render(<App />)
