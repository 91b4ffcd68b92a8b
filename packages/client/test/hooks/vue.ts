import { createApp, defineComponent, h, onMounted, ref } from 'vue'
import { openData } from '../../src/data.ts'
import { openServer } from '../../src/index.ts'
import { useLive, useTable } from '../../src/vue.ts'
import { storeGrid } from './store-grid.ts'

const server = openServer({ url: 'http://localhost:3200' })
const { rows, tasks } = openData(server)

const Films = defineComponent({
  setup() {
    const names = ref<string[]>([])
    const state = ref('loading')
    const films = useTable({ server, table: 'films', onLoad: (load) => (state.value = load.state) })
    const found = useLive(rows('films').live({ limit: 1 }))
    onMounted(() => films.props.init(storeGrid((shown) => (names.value = shown))))
    return () => [
      h('p', `${state.value}, ${found.value.data?.total} films`),
      names.value.map((name) => h('p', name)),
    ]
  },
})

const App = defineComponent({
  setup() {
    const isShown = ref(true)
    const plan = useLive(tasks.live())
    return () => [
      h('button', { onClick: () => (isShown.value = !isShown.value) }, 'Toggle'),
      h('p', plan.value.data?.map(({ text }) => text).join(', ')),
      isShown.value ? h(Films) : null,
    ]
  },
})

createApp(App).mount('#root')
