import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Certificate = { key: string; cert: string }
export type Certificates = Disposable & {
  /** The certificate authority that issued them, PEM. */
  ca: string
  /** For a name, valid for this many days. */
  make(name: string, days: number): Certificate
  /** A self-signed certificate. */
  makeSelfSigned(name: string): Certificate
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** Creates a certificate authority for tests, with the machine's OpenSSL. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-certificates-'))
  const at = (name: string): string => join(folder, name)
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: ['ignore', 'ignore', 'pipe'] })
  const read = (name: string): string => readFileSync(at(name), 'utf8')
  let made = 0
  const selfSigned = (file: string, name: string): Certificate => {
    const out = ['-keyout', at(`${file}.key`), '-out', at(`${file}.pem`)]
    openssl('req', '-x509', ...newKey, ...out, '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`)
    return { key: read(`${file}.key`), cert: read(`${file}.pem`) }
  }
  const { cert: ca } = selfSigned('ca', 'authority.test')
  return {
    ca,
    make(name, days) {
      const file = `${made++}`
      const out = ['-keyout', at(`${file}.key`), '-out', at(`${file}.csr`)]
      openssl('req', '-new', ...newKey, ...out, '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`)
      const by = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-copy_extensions', 'copy']
      openssl('x509', '-req', '-in', at(`${file}.csr`), ...by, '-days', `${days}`, '-out', at(`${file}.pem`))
      return { key: read(`${file}.key`), cert: read(`${file}.pem`) }
    },
    makeSelfSigned: (name) => selfSigned(`${made++}`, name),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}
