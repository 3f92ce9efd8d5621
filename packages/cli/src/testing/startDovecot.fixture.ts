import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@latchkey/service-kit/test/freePort'
import type { Certificate } from './makeCertificates.fixture.ts'

/** Returns the path of the machine's IMAP server; null if there is none. */
export function findDovecot(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  // Debian installs it in a folder that is only in root's path.
  return [...folders, '/usr/sbin'].map((folder) => join(folder, 'dovecot')).find((file) => existsSync(file)) ?? null
}

/** One mailbox with one password, with and without TLS. */
export type Dovecot = AsyncDisposable & {
  port: number
  securePort: number
  password: string
  deliver(mail: string): void
  /** Returns the number of its mails. */
  count(): number
}

export async function startDovecot(program: string, { key, cert }: Certificate): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-dovecot-'))
  chmodSync(folder, 0o755)
  const at = (name: string): string => join(folder, name)
  for (const name of ['new', 'cur', 'tmp']) mkdirSync(join(at('mails'), name), { recursive: true })
  writeFileSync(at('key.pem'), key, { mode: 0o600 })
  writeFileSync(at('cert.pem'), cert)
  const [port, securePort, password] = [await freePort(), await freePort(), crypto.randomUUID()]
  // As root it switches to the package's users, and accepts no mails for root.
  const { username, uid: own } = userInfo()
  const users = own === 0 ? '' : `default_internal_user = ${username}\ndefault_login_user = ${username}`
  const owner = own === 0 ? Number(execFileSync('id', ['-u', 'mail'])) : own
  for (const name of ['mails', 'mails/new', 'mails/cur', 'mails/tmp']) chownSync(at(name), owner, owner)
  writeFileSync(
    at('dovecot.conf'),
    `protocols = imap
listen = 127.0.0.1
base_dir = ${at('run')}
log_path = ${at('log')}
ssl = yes
ssl_cert = <${at('cert.pem')}
ssl_key = <${at('key.pem')}
disable_plaintext_auth = no
mail_location = maildir:${at('mails')}
first_valid_uid = 1
first_valid_gid = 1
${users}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${owner} gid=${owner} home=${at('mails')}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${securePort}
    ssl = yes
  }
}
service anvil {
  chroot =
}
`,
  )
  const server = spawn(program, ['-F', '-c', at('dovecot.conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  server.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exited = new Promise((resolve) => server.once('exit', resolve))
  const greets = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('data', () => resolve(true)).once('error', () => resolve(false))
      socket.once('data', () => socket.destroy())
    })
  while (!(await greets())) {
    if (server.exitCode !== null) throw new Error(said)
    await sleep(50)
  }
  let delivered = 0
  return {
    port,
    securePort,
    password,
    deliver(mail) {
      const name = `${Date.now()}.${delivered++}.test`
      writeFileSync(join(at('mails'), 'tmp', name), mail)
      chownSync(join(at('mails'), 'tmp', name), owner, owner)
      renameSync(join(at('mails'), 'tmp', name), join(at('mails'), 'new', name))
    },
    count: () => ['new', 'cur'].flatMap((name) => readdirSync(join(at('mails'), name))).length,
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
