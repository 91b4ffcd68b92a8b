import { Filemanager } from '@svar-ui/react-filemanager'
import { useFiles } from 'triptych-client/react'
import { server, tellError } from './server.js'
import '@svar-ui/react-filemanager/all.css'

export function Files() {
  const files = useFiles({ server, onError: tellError })
  return (
    <div style={{ height: 'calc(100vh - 50px)' }}>
      <Filemanager {...files.props} />
    </div>
  )
}
