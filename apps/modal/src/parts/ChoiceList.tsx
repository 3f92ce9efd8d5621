import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/send'
import { EmptyState, Row, type RowProps, Stack } from '@latchkey/ui'
import { SearchField } from '@latchkey/ui/list'
import { useState } from 'react'
import { hasKeyboard } from '../ui/hasKeyboard.ts'
import { Styled } from './Styled.tsx'

/** A row to choose. `id`: unique in its list. `texts`: the texts that a token search matches; absent for a row that isn't a token. */
export type Choice = RowProps & { readonly id: string; readonly texts?: readonly string[] }

/** The list length from which there is a search field. */
const searchedFrom = 7

const styles = `
[part~=choices] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--lk-space-1);
  max-block-size: min(404px, 100dvh - 48px - 64px - 104px);
  margin: 0;
  padding: 0;
  overflow-y: auto;
  list-style: none;
}
`

/** Tokens or currencies to choose one of. `label`: the accessible name of the list. */
export function ChoiceList({ label, choices }: { label: string; choices: readonly Choice[] }) {
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const isFound = ({ texts }: Choice): boolean => texts?.some((text) => text.toLowerCase().includes(wanted)) ?? true
  const shown = choices.filter(isFound)
  const isSearchable = choices.length >= searchedFrom && choices.every(({ texts }) => texts !== undefined)
  return (
    <Styled styles={styles}>
      <Stack gap={4}>
        {isSearchable && (
          <SearchField
            label={t('searchTokens')}
            value={query}
            onChange={setQuery}
            clearLabel={commonT('clearSearch')}
            autoFocus={hasKeyboard()}
          />
        )}
        {shown.length === 0 && <EmptyState icon="search" title={t('noToken')} />}
        <ul part="choices" aria-label={label}>
          {shown.map(({ id, texts: _, ...row }) => (
            <li key={id}>
              <Row {...row} />
            </li>
          ))}
        </ul>
      </Stack>
    </Styled>
  )
}
