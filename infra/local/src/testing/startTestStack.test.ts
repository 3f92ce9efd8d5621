import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PartName } from '../createParts.ts'
import { startTestStack } from './startTestStack.ts'

test('startTestStack › leaves no folder after a failed start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-temporary-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(startTestStack(['no part' as PartName])).rejects.toThrow()
  expect(readdirSync(folder)).toEqual([])
})
