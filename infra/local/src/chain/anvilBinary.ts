import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StackError } from '../StackError.ts'

/**
 * Returns the path of the anvil executable for this machine, from the platform package that `@foundry-rs/anvil` brings.
 *
 * The package's own launcher is bypassed: it adds a Node process between us and anvil that does not forward every signal. Throws
 * `StackError` on a platform without one.
 */
export const anvilBinary = (): string => {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${cpu}`
  const launcher = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
  try {
    const manifest = createRequire(launcher).resolve(`${name}/package.json`)
    const path = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
    if (existsSync(path)) return path
  } catch {
    // Not installed: reported below.
  }
  throw new StackError(`There is no local chain for ${process.platform} ${process.arch}: ${name} is not installed`)
}
