import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { startSmtpServer } from '@latchkey/service-kit/test/smtpServer'
import type { Addresses } from '../src/createApps.ts'
import { demo } from './harness.ts'
import { createPrograms } from './programs.ts'

/** An environment for this package's programs as operators run them: a folder, a mail server, free ports, and shared settings. */
export async function openProcessPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  const smtp = await startSmtpServer()
  const programs = createPrograms()
  const [apiPort, custodyPort] = [await freePort(), await freePort()]
  const addresses: Addresses = {
    apiUrl: `http://127.0.0.1:${apiPort}`,
    custodyUrl: `http://127.0.0.1:${custodyPort}`,
    walletOrigin: 'http://localhost:3001',
    vaultOrigin: 'http://localhost:3011',
  }
  const projectsFile = join(folder, 'projects.json')
  writeFileSync(projectsFile, JSON.stringify([demo]))
  let mailsRead = 0
  /** Returns the next unread mail, as delivered, without the soft line breaks of its encoding. */
  const nextMail = async (): Promise<string> => {
    while (smtp.delivered.length === mailsRead) await sleep(20)
    return (smtp.delivered[mailsRead++]?.data ?? '').replace(/=\r?\n/g, '')
  }
  return {
    folder,
    addresses,
    ports: { api: apiPort, custody: custodyPort },
    run: programs.run,
    /** Settings that every process takes. */
    settings: {
      HOSTS: '127.0.0.1',
      WALLET_ORIGIN: addresses.walletOrigin,
      PROJECTS_FILE: projectsFile,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'codes@latchkey.example',
      EMAIL_LIMITS: 'false',
    },
    nextMail,
    async nextCode(): Promise<string> {
      const digits = /(?<!\d)(\d{3}) (\d{3})(?!\d)/.exec(await nextMail())
      return `${digits?.[1]}${digits?.[2]}`
    },
    async [Symbol.asyncDispose]() {
      programs[Symbol.dispose]()
      await smtp[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true })
    },
  }
}
export type ProcessPlace = Awaited<ReturnType<typeof openProcessPlace>>
