const inFrameworks =
  'how-to-apps.test.ts holds them against the apps that npm run test:frameworks builds and opens'

/** Pages whose blocks another test runs, with the test. */
export const runElsewhere: Record<string, string> = {
  'how-to/react.md': inFrameworks,
  'how-to/svelte.md': inFrameworks,
  'how-to/vue.md': inFrameworks,
  'how-to/next.md': inFrameworks,
  'how-to/sveltekit.md': inFrameworks,
  'how-to/nuxt.md': inFrameworks,
  'how-to/typed-client.md': 'typed-client.test.ts',
}

const cron = 'a line of a timetable'
const heldByDeployTest = 'Docker and systemd are not here; deploy.test.ts holds it against the code'
const accountElsewhere = 'it needs an account at a provider'

const behindProxies = 'reverse-proxy.test.ts runs it'

const inBrowser = 'tutorial.test.ts of the client builds it and uses it in a browser'

/** Blocks that are not run, by page and first line, and why not. */
export const notRun: Record<string, Record<string, string>> = {
  'how-to/back-up-and-move.md': {
    '$ triptych backup /backups/today --url http://127.0.0.1:3200': 'transfer.test.ts runs it',
    '0 3 * * * triptych backup /backups/$(date +\\%F) --url http://127.0.0.1:3200': cron,
    '$ triptych files take-ownership --database postgres://… --storage s3://…':
      'files-objects.test.ts runs it',
    '$ triptych restore /backups/today --data /srv/triptych': 'transfer.test.ts runs it',
    '{': 'it is the form of a file; migrate.test.ts has one',
    '$ triptych migrate --from ./data --to new.json': 'migrate.test.ts runs it',
    '$ triptych workspace export main before.tar --at 2026-04-01T10:00:00Z':
      'transfer-at.test.ts runs it',
  },
  'how-to/deploy.md': {
    'triptych serve --host 0.0.0.0 --auth accounts --url https://triptych.example.com':
      'tests listen on loopback only',
    'git clone … /opt/triptych && cd /opt/triptych': heldByDeployTest,
    'docker build -f deploy/Dockerfile -t triptych .': heldByDeployTest,
    'cp deploy/compose.env.example deploy/.env     # and fill in the address, the certificate and two passwords':
      heldByDeployTest,
    'docker compose -f deploy/compose.yaml build': heldByDeployTest,
    'kubectl apply -f deploy/kubernetes/one-server.yaml         # SQLite and a folder on a volume; or':
      'Kubernetes is not here; kubernetes.test.ts holds the files against its types',
  },
  'how-to/postgresql.md': {
    "create role triptych login password '…';":
      'an administrator says it to a database of their own',
    "TRIPTYCH_DATABASE='postgres://triptych:…@db.example.com/triptych?sslmode=verify-full' npx triptych-server serve":
      'all of the suites of PostgreSQL start such a server',
    'grant connect, create, temporary on database triptych to triptych;':
      'an administrator says it to a database of their own',
  },
  'how-to/reverse-proxy.md': {
    'triptych serve --host 127.0.0.1 --port 3200 --auth accounts --url https://triptych.example.com --trust-proxy 127.0.0.1':
      'ways-in.test.ts starts such a server',
    'server {': behindProxies,
    'triptych.example.com {': behindProxies,
    'http:':
      'Debian has no package of Traefik, and its own images need Docker; reverse-proxy.test.ts looks at its form',
    'curl -sN https://triptych.example.com/events        # "retry: 1000" at once, and a line with ":" every 15 seconds':
      behindProxies,
  },
  'how-to/s3.md': {
    'AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… \\': 'embedding-s3.test.ts starts such a server',
    '[': 'an administrator says it to a bucket of their own; direct-upload.ts has such a rule',
    '[profile triptych]': 'profile-credentials.test.ts has such a profile',
    "import { fromSSO } from '@aws-sdk/credential-providers'": accountElsewhere,
  },
  'how-to/sign-in.md': {
    'TRIPTYCH_OIDC_CLIENT_SECRET=… triptych serve --host 0.0.0.0 --auth accounts --url https://triptych.example.com \\':
      'provider.test.ts does it with a provider of its own',
    'triptych serve --auth accounts --jwt-issuer https://login.example.com/realms/main --jwt-audience triptych':
      'ways-in.test.ts does it with an issuer of its own',
    'triptych serve --auth accounts --url https://triptych.example.com --trust-proxy 127.0.0.1 --auth-header Remote-User --groups-header Remote-Groups':
      'ways-in.test.ts does it',
    "import { createTriptych } from 'triptych-server'":
      'own-users.md has it whole, and that is run',
    'triptych serve --host 0.0.0.0 --port 443 --auth accounts --url https://triptych.example.com --tls-cert fullchain.pem --tls-key privkey.pem':
      'tls.test.ts does it',
    "TRIPTYCH_SMTP='smtp://user:password@mail.example.com:587' \\":
      'auth-mail.test.ts does it with a mail server of its own',
  },
  'tutorials/first-page.md': {
    'npm ci && npm run pack': 'npm-start.test.ts and published.test.ts do it',
    'npm create vite@latest my-page -- --template react-ts --no-interactive': inBrowser,
    '// src/App.tsx': inBrowser,
    '// src/main.tsx': inBrowser,
    'npm run dev': inBrowser,
  },
}
