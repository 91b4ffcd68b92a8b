import { filterParity } from '../packages/server/test/model/filter-parity.ts'
import { chosenSeed } from '../packages/server/test/fixtures/seeded-random.ts'

/** `node scripts/filter-parity.ts [cases]`: our filters against SVAR's, in many zones; by `TRIPTYCH_TEST_SEED` again. */
const cases = Number(process.argv[2] ?? 1_000_000)
const seed = chosenSeed()
const zones = [
  'UTC',
  'America/New_York',
  'Pacific/Apia',
  'Africa/Cairo',
  'Asia/Tokyo',
  'America/Sao_Paulo',
  'Atlantic/Azores',
  'Asia/Kathmandu',
  'Europe/Dublin',
  'Australia/Lord_Howe',
]

const share = Math.ceil(cases / zones.length)
let count = 0
let wrong = 0
for (const zone of zones) {
  const differences = await filterParity({ zone, seed: seed + count, cases: share })
  for (const difference of differences) console.log(difference)
  count += share
  wrong += differences.length
  console.log(`${count} cases, ${wrong} differ (${zone}, seed ${seed})`)
}
process.exitCode = wrong === 0 ? 0 : 1
