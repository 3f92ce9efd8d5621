import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { findOnPath, isExecutable } from './findOnPath.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

const canUseApt = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version')

const debianPackages = ['chromium', 'chromium-headless-shell', 'fonts-liberation']

/** Output goes to the terminal: an installation that takes a minute must not look like a hang. */
const runs = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status ===
  0

const installByApt = (): string | undefined => {
  console.log('Installing Chromium with apt-get (once)')
  const installed =
    runs('apt-get', ['update', '--quiet']) &&
    runs('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', ...debianPackages])
  return installed ? findOnPath(names) : undefined
}

const ofPlaywright = (): string | undefined => {
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

const installByPlaywright = (): string | undefined => {
  console.log('Installing Chromium with Playwright (once)')
  const command = join(import.meta.dirname, '..', 'node_modules', 'playwright', 'cli.js')
  return runs(process.execPath, [command, 'install', 'chromium']) ? ofPlaywright() : undefined
}

/**
 * Returns the path of a Chromium to test with: the one that `CHROMIUM` names, one on the PATH, Debian's (installed when we are root), else
 * Playwright's own (installed when it is missing).
 *
 * Throws `Error` with one line that gives the remedy when there is none.
 */
export const findChromium = (): string => {
  const named = process.env.CHROMIUM
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named
    throw new Error(`CHROMIUM is ${named}, which is not an executable file`)
  }
  const found =
    findOnPath(names) ?? (canUseApt() ? installByApt() : undefined) ?? ofPlaywright() ?? installByPlaywright()
  if (found !== undefined) return found
  throw new Error('Chromium is missing: install it, or set CHROMIUM to the path of an installed one')
}
