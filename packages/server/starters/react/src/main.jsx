import { createRoot } from 'react-dom/client'
import { StrictMode, useState } from 'react'
import { Willow } from '@svar-ui/react-grid'
import { Files } from './files.jsx'
import { Films } from './films.jsx'
import { Plan } from './plan.jsx'

const views = { Files, Plan, Films }

function App() {
  const [name, setName] = useState('Plan')
  const View = views[name]
  return (
    <Willow>
      <nav style={{ padding: 8 }}>
        {Object.keys(views).map((one) => (
          <button key={one} onClick={() => setName(one)}>
            {one}
          </button>
        ))}
      </nav>
      <View />
    </Willow>
  )
}

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
