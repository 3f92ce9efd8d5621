import { expect, test } from 'vitest'
import { assessAudit } from './audit.ts'

test('faults fail, and are printed as they are', () => {
  const found = { status: 1, stdout: '1 vulnerabilities found\nSeverity: 1 high\n', stderr: '' }
  expect(assessAudit(found)).toEqual({ say: '1 vulnerabilities found\nSeverity: 1 high', code: 1 })
})

test('none is said', () => {
  expect(assessAudit({ status: 0, stdout: 'No known vulnerabilities found\n', stderr: '' }).code).toBe(0)
})

test.each<[string, number | null, string, string]>([
  [
    'a mirror without advisories',
    1,
    'Error: ERR_PNPM_AUDIT_BAD_RESPONSE\n\n  × The audit endpoint (at https://mirror.example/-/npm/v1/security/\n  │ advisories/bulk) responded with 405:',
    'answers 405',
  ],
  ['a registry that is away', 1, 'Error: getaddrinfo ENOTFOUND registry.npmjs.org', 'is away'],
  ['a registry that never answers', null, '', 'is away'],
])('%s is said, and is no failure', (_, status, stderr, why) => {
  expect(assessAudit({ status, stdout: '', stderr })).toEqual({
    say: `Not scanned for known faults: the registry ${why}`,
    code: 0,
  })
})

test('what else goes wrong fails: nobody may take it for a scan', () => {
  expect(assessAudit({ status: 1, stdout: '', stderr: 'no lockfile' }).code).toBe(1)
})
