import { RestDataProvider } from '@svar-ui/gantt-data-provider'
import { Gantt, Willow } from '@svar-ui/react-gantt'
import { createRoot } from 'react-dom/client'
import '@svar-ui/react-gantt/all.css'

const provider = new RestDataProvider('http://localhost:3200')
const { tasks, links } = await provider.getData()

createRoot(document.getElementById('root')!).render(
  <Willow>
    <div style={{ height: '100vh' }}>
      <Gantt tasks={tasks} links={links} init={(api) => api.setNext(provider)} />
    </div>
  </Willow>,
)
