import { LANGUAGES, type Language } from '../../model/language.ts'
import { announce } from '../parts/announce.tsx'
import { chooseLanguage, LANGUAGE_NAMES, t, useLanguage } from './texts.ts'

/** Changes the language of the page. */
export function LanguageChoice() {
  const language = useLanguage()
  const change = (chosen: string): void => {
    chooseLanguage(chosen as Language).catch(() => announce(t('language.notFetched')))
  }
  return (
    <select class="language" aria-label={t('language.label')} value={language} onChange={(event) => change(event.currentTarget.value)}>
      {LANGUAGES.map((code) => (
        <option key={code} value={code} lang={code} selected={code === language}>
          {LANGUAGE_NAMES[code]}
        </option>
      ))}
    </select>
  )
}
