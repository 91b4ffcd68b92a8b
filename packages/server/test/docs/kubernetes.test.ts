import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Deployment } from 'kubernetes-types/apps/v1.js'
import type { ConfigMap, PersistentVolumeClaim, Service } from 'kubernetes-types/core/v1.js'
import { parseAllDocuments } from 'yaml'
import { settings } from '../../src/config/settings.ts'

/** What is applied to a cluster, against the types of Kubernetes and against each other. */

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const files = ['one-server', 'several-servers'] as const
const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')

interface Thing {
  apiVersion: string
  kind: string
}

function thingsIn(name: (typeof files)[number]): Thing[] {
  const text = readFileSync(join(root, `deploy/kubernetes/${name}.yaml`), 'utf8')
  return parseAllDocuments(text).map((document) => {
    assert.deepEqual([document.errors, document.warnings], [[], []])
    return document.toJS() as Thing
  })
}

interface Kinds {
  ConfigMap: ConfigMap
  Deployment: Deployment & Thing
  PersistentVolumeClaim: PersistentVolumeClaim
  Service: Service
}

function find<K extends keyof Kinds>(name: (typeof files)[number], kind: K): Kinds[K] {
  return thingsIn(name).find((thing) => thing.kind === kind) as Kinds[K]
}

/** The compiler knows fields that are missing, of another type, and that there are none of. */
function complaints(t: TestContext, things: readonly Thing[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'triptych-kubernetes-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'node_modules'))
  const types = 'node_modules/kubernetes-types'
  symlinkSync(join(root, types), join(folder, types), 'junction')
  const lines = things.map((thing, index) => {
    const group = thing.apiVersion.includes('/') ? thing.apiVersion : `core/${thing.apiVersion}`
    const type = `import('kubernetes-types/${group}').${thing.kind}`
    return `export const thing${index}: ${type} = ${JSON.stringify(thing, null, 1)}`
  })
  writeFileSync(join(folder, 'things.ts'), lines.join('\n'))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext']
  const moduleResolution = ['--moduleResolution', 'bundler', '--types', '']
  const args = [tsc, ...options, ...moduleResolution, 'things.ts']
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? '' : stdout
}

describe('the manifests of Kubernetes', () => {
  it('have the fields that there are, and of their types', (t) => {
    assert.equal(complaints(t, files.flatMap(thingsIn)), '')
  })

  it('would be refused for a field that is misspelt, or of another type', (t) => {
    const wrong = find('one-server', 'Deployment')
    const [container] = wrong.spec!.template.spec!.containers
    Object.assign(container!, { livenesProbe: container!.livenessProbe })
    assert.match(complaints(t, [wrong]), /livenesProbe\S+ does not exist/)
    const other = find('one-server', 'Deployment')
    Object.assign(other.spec!, { replicas: 'one' })
    assert.match(complaints(t, [other]), /not assignable to type 'number/)
  })

  for (const name of files) {
    describe(`for ${name}`, () => {
      const deployment = find(name, 'Deployment')
      const { spec: pod, metadata } = deployment.spec!.template
      const container = pod!.containers[0]!
      const { data: config } = find(name, 'ConfigMap')

      it('name things that there are', () => {
        const service = find(name, 'Service')
        for (const labels of [deployment.spec!.selector.matchLabels, service.spec!.selector]) {
          assert.deepEqual(labels, metadata!.labels)
        }
        assert.equal(service.spec!.ports![0]!.targetPort, container.ports![0]!.name)
        assert.equal(container.ports![0]!.containerPort, settings.port.default)
        const volumes = pod!.volumes!.map((volume) => volume.name)
        assert.deepEqual(
          container.volumeMounts!.map((mount) => mount.name),
          volumes,
        )
      })

      it('leave the server no more than it needs', () => {
        const [, user] = /^USER (\d+):\1$/m.exec(dockerfile) ?? []
        assert.equal(pod!.securityContext!.runAsUser, Number(user))
        assert.equal(pod!.securityContext!.fsGroup, Number(user))
        assert.equal(pod!.securityContext!.runAsNonRoot, true)
        assert.deepEqual(container.securityContext, {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        assert.equal(pod!.automountServiceAccountToken, false)
        // What it writes: its data, and what is on its way.
        assert.deepEqual(
          container.volumeMounts!.map((mount) => mount.mountPath),
          ['/data', '/tmp'],
        )
      })

      it('ask for health as it is meant, and let the server finish', () => {
        assert.equal(container.readinessProbe!.httpGet!.path, '/health')
        assert.equal(container.livenessProbe!.httpGet!.path, '/health/live')
        assert.equal(container.startupProbe!.httpGet!.path, '/health/live')
        const drain = Number(config?.[settings.drain.variable] ?? settings.drain.default)
        assert.ok(pod!.terminationGracePeriodSeconds! > drain + 30)
      })

      it('do not give it variables of the cluster for settings', () => {
        assert.equal(pod!.enableServiceLinks, false)
        assert.equal(settings.port.variable, 'TRIPTYCH_PORT')
      })
    })
  }

  it('have several servers only where they can share what they have', () => {
    const one = find('one-server', 'Deployment')
    assert.deepEqual([one.spec!.replicas, one.spec!.strategy!.type], [1, 'Recreate'])
    const claim = find('one-server', 'PersistentVolumeClaim')
    const [data] = one.spec!.template.spec!.volumes!
    assert.equal(data!.persistentVolumeClaim!.claimName, claim.metadata!.name)

    const several = find('several-servers', 'Deployment')
    const { data: config } = find('several-servers', 'ConfigMap')
    assert.ok(several.spec!.replicas! > 1)
    assert.match(config!['TRIPTYCH_STORAGE']!, /^s3:/)
    const [container] = several.spec!.template.spec!.containers
    assert.ok(container!.envFrom!.some(({ secretRef }) => secretRef?.name === 'triptych'))
    assert.equal(config!['TRIPTYCH_DATABASE'], undefined)
  })
})
