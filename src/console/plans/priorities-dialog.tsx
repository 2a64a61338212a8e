import { LONGEST_PRIORITY_NAME, PRIORITY_KEYS, type PriorityKey, type PriorityNames } from '../../model/priority-names.ts'
import { announce } from '../parts/announce.tsx'
import { Field } from '../parts/field.tsx'
import { readText } from '../parts/form.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { ownPriorityNames, savePriorityNames, usualNames } from '../parts/priority-names.ts'
import { t } from '../texts/texts.ts'

/** Names the four priorities for everybody of the department. */
export function PrioritiesDialog({ onClose }: { readonly onClose: () => void }) {
  const own = ownPriorityNames()
  const save = async (form: FormData): Promise<void> => {
    await savePriorityNames(readNames(form))
    onClose()
    announce(t('priorities.saved'))
  }
  return (
    <FormDialog name="priorities" title={t('priorities.title')} action={t('admin.save')} onSend={save} onClose={onClose}>
      <p>{t('priorities.text')}</p>
      {PRIORITY_KEYS.map((key, at) => (
        <Field
          key={key}
          label={t(`priorities.field.${key}`)}
          name={key}
          maxLength={LONGEST_PRIORITY_NAME}
          defaultValue={own[key] ?? ''}
          hint={t('priorities.usual', { name: usualNames()[at]! })}
        />
      ))}
    </FormDialog>
  )
}

function readNames(form: FormData): PriorityNames {
  const nameOf = (key: PriorityKey): string | null => readText(form, key).trim() || null
  return { first: nameOf('first'), second: nameOf('second'), third: nameOf('third'), fourth: nameOf('fourth') }
}
