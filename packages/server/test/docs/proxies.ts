import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Programs with the configurations that we show, and the arguments with which they run once their files are written. */

/** What a site says, on ports and with a certificate that there are here. */
export interface Here {
  port: number
  server: number
  cert: string
  key: string
  scratch: string
}

export function nginxWith(text: string, more = '') {
  return ({ port, server, cert, key, scratch }: Here): string[] => {
    const site = text
      .replace(
        /listen 443 ssl( http2)?;(\s+http2 on;)?/,
        knowsHttp2(nginxVersion())
          ? `listen 127.0.0.1:${port} ssl; http2 on;`
          : // As the page says for those before.
            `listen 127.0.0.1:${port} ssl http2;`,
      )
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${cert};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
      .replaceAll(/127\.0\.0\.1:320\d\b/g, `127.0.0.1:${server}`)
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (what) => `${what}_temp_path ${scratch}/${what};`,
    )
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    const config = join(scratch, 'nginx.conf')
    writeFileSync(
      config,
      `daemon off; pid ${scratch}/pid; error_log stderr; ${user}
      events {}
      http { access_log off; ${paths.join(' ')} ${more}
      ${site}
      }`,
    )
    return ['-c', config, '-e', 'stderr']
  }
}

function nginxVersion(): number[] {
  const said = execFileSync('sh', ['-c', 'nginx -v 2>&1'], { encoding: 'utf8' })
  return /(\d+)\.(\d+)\.(\d+)/.exec(said)!.slice(1).map(Number)
}

/** By a line of its own: since 1.25.1. */
function knowsHttp2([, minor = 0, patch = 0]: number[]): boolean {
  return minor > 25 || (minor === 25 && patch >= 1)
}

export function caddyWith(text: string, host: string) {
  return ({ port, server, cert, key, scratch }: Here): string[] => {
    const site = text
      .replace(`${host} {`, `${host}:${port} {\n  bind 127.0.0.1\n  tls ${cert} ${key}`)
      .replaceAll('127.0.0.1:3200', `127.0.0.1:${server}`)
    const config = join(scratch, 'Caddyfile')
    writeFileSync(config, `{\n  admin off\n  auto_https disable_redirects\n}\n${site}`)
    return ['run', '--config', config, '--adapter', 'caddyfile']
  }
}

export function haproxyWith(text: string) {
  return ({ port, server, cert, key, scratch }: Here): string[] => {
    const both = join(scratch, 'both.pem')
    writeFileSync(both, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'))
    const site = text
      .replace(/bind :443 ssl crt \S+/, `bind 127.0.0.1:${port} ssl crt ${both}`)
      .replaceAll(/ server-\d:3200$/gm, ` 127.0.0.1:${server}`)
    const config = join(scratch, 'haproxy.cfg')
    writeFileSync(config, site)
    return ['-db', '-f', config]
  }
}
