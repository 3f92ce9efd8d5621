import { t } from '@latchkey/copy/names'
import { Button, EmptyState } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { resetRouteAtom } from '../state/route.ts'
import { registeredNameAtom } from './registerName.ts'

/** The name is the account's. */
export function RegisterAccountNameSuccess() {
  const name = useAtomValue(registeredNameAtom) ?? ''
  const reset = useSetAtom(resetRouteAtom)
  return (
    <>
      <EmptyState icon="success" title={t('yours', { name })} description={t('yoursText')} />
      <Button onClick={() => reset({ view: 'Account' })}>{t('done')}</Button>
    </>
  )
}
