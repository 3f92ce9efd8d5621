import { readFileSync, statSync } from 'node:fs'
import { type Environment, UnusableSettings } from './readEnvironment.ts'

/** Settings that are secret, or URLs that may contain a secret. Each can come from a file: `<NAME>_FILE`. */
const secretSetting =
  /^(DATABASE_URL|(API|CUSTODY)_DATABASE_PASSWORD|REDIS_URL|CACHE_URL|SMTP_URL|NODES|PAYMASTER_KEY|NAME_GATEWAY_KEY|ONRAMP|OFFRAMP|PAY_EXCHANGES|JUPITER|LIFI|AWS_ACCESS_KEY_ID|AWS_SECRET_ACCESS_KEY|AWS_SESSION_TOKEN|VAULT_TOKEN|VAULT_SECRET_ID|SOCIAL_[A-Z]+_CLIENT_SECRET)$/
const ending = '_FILE'
const maxBytes = 65_536

/** Returns the file's text without the trailing line break. Throws an Error with the reason if there is none. */
const readSecret = (path: string): string => {
  const { size } = statSync(path)
  if (size > maxBytes) throw new Error(`is larger than ${maxBytes} bytes`)
  const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  if (secret === '') throw new Error('is empty')
  return secret
}

/**
 * Returns the environment with the secrets from files, as secret stores mount them: `SMTP_URL_FILE=/run/secrets/smtp` sets `SMTP_URL` to
 * the file's content. An empty variable counts as unset, as compose files pass it.
 *
 * Throws UnusableSettings for a file that can't be read, is empty or larger than 64 KB, and for a secret that is set twice. No message
 * contains a file's content.
 */
export const readSecretFiles = (variables: Environment): Environment => {
  const read: Record<string, string | undefined> = { ...variables }
  const reasons: string[] = []
  for (const [fileName, path] of Object.entries(variables)) {
    const name = fileName.slice(0, -ending.length)
    if (!fileName.endsWith(ending) || !secretSetting.test(name)) continue
    delete read[fileName]
    if (path === undefined || path === '') continue
    if (variables[name]) {
      reasons.push(`${fileName}: there is ${name} too, and a secret is in one place`)
      continue
    }
    try {
      read[name] = readSecret(path)
    } catch (error) {
      const reason =
        error instanceof Error && 'code' in error ? `can't be read (${error.code})` : (error as Error).message
      reasons.push(`${fileName}: ${path} ${reason}`)
    }
  }
  if (reasons.length > 0) throw new UnusableSettings(reasons)
  return read
}
