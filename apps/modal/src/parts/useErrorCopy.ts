import type { ErrorCopy } from '@latchkey/copy/error'
import type { AppError } from '@latchkey/protocol'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { errorCopyAtom, loadErrorCopyAtom } from '../state/errorCopy.ts'

/** Returns an error's texts, which are loaded with the first error; null until then, and without an error. */
export const useErrorCopy = (error: Pick<AppError, 'name' | 'details'> | null | undefined): ErrorCopy | null => {
  const words = useAtomValue(errorCopyAtom)
  const load = useSetAtom(loadErrorCopyAtom)
  const isMissing = error != null && words === null
  useEffect(() => {
    if (isMissing) void load()
  }, [isMissing, load])
  return error == null || words === null ? null : words(error)
}
