import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/names'
import { Button, EmptyState, Link, Notice, Row, Spinner, Stack, Text, TextField } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { useErrorCopy } from '../parts/useErrorCopy.ts'
import { useFieldError } from '../parts/useFieldError.ts'
import { hasKeyboard } from '../ui/hasKeyboard.ts'
import { loadOwnNameAtom, ownNameAtom } from './ownName.ts'
import { nameFormAtom, registerNameAtom, typeNameAtom } from './registerName.ts'

/** A name below the operator's, for the active account: its existing one, or the form to register one. */
export function RegisterAccountName() {
  const own = useAtomValue(ownNameAtom)
  const load = useSetAtom(loadOwnNameAtom)
  const isUnknown = own === null
  useEffect(() => {
    if (isUnknown) void load()
  }, [isUnknown, load])
  if (own?.status === 'failed')
    return (
      <Stack gap={4}>
        <Notice variant="warning" action={<Link onClick={() => void load()}>{commonT('tryAgain')}</Link>}>
          {t('ownUnknown')}
        </Notice>
        <NameForm />
      </Stack>
    )
  if (own?.status !== 'known')
    return (
      <div part="waiting">
        <Spinner label={t('ownLoading')} />
      </div>
    )
  return own.name === null ? <NameForm /> : <EmptyState icon="success" title={own.name} description={t('ownText')} />
}

/** Shows free names, and requests the signature. */
function NameForm() {
  const { label, zone, problem, isFree, isSearching, others, error, searchError, step } = useAtomValue(nameFormAtom)
  const type = useSetAtom(typeNameAtom)
  const register = useSetAtom(registerNameAtom)
  const failure = useFieldError(error, 0)
  const unknown = useErrorCopy(searchError)
  const isBusy = step !== 'typing'
  // A name that is still too short is not an error yet.
  const isTooShort = problem === 'short'
  const wrong = problem !== null && !isTooShort ? t(`problem.${problem}`) : isFree === false ? t('taken') : failure
  const name = `${label}.${zone}`
  return (
    <Stack gap={4}>
      <Text tone="secondary">{t('about')}</Text>
      <TextField
        label={t('name')}
        placeholder={t('placeholder')}
        value={label}
        onChange={type}
        onSubmit={() => void register()}
        error={wrong}
        hint={isFree === true ? t('free', { name }) : t('rules')}
        trailing={
          <Text tone="secondary">
            <bdi dir="ltr">.{zone}</bdi>
          </Text>
        }
        maxLength={255}
        disabled={isBusy}
        busy={isSearching ? t('checking') : undefined}
        autoFocus={hasKeyboard()}
      />
      {unknown !== null && <Notice variant="warning">{t('unchecked', { reason: unknown.title })}</Notice>}
      {others.length > 0 && !isBusy && (
        <Stack gap={2}>
          <Text size="small" tone="secondary">
            {t('others')}
          </Text>
          {others.map((other) => (
            <Row key={other.name} title={<bdi dir="ltr">{other.name}</bdi>} onClick={() => type(other.name)} />
          ))}
        </Stack>
      )}
      <Text size="small" tone="secondary">
        {t('public')}
      </Text>
      <Button
        onClick={() => void register()}
        disabled={problem !== null || isFree === false}
        busy={isBusy ? t(step) : undefined}
      >
        {t('register')}
      </Button>
    </Stack>
  )
}
