import { useId, useState } from 'preact/hooks'

interface FileDropProps {
  /** What is to be chosen. */
  readonly label: string
  readonly hint: string
  /** Ends of names that the browser offers, such as `.json,.csv`. */
  readonly accept: string
  readonly onFiles: (files: readonly File[]) => void
}

/** A place to drop files on; whoever does not drag chooses them by the button. */
export function FileDrop({ label, hint, accept, onFiles }: FileDropProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null | undefined): void => {
    if (files !== null && files !== undefined && files.length > 0) onFiles([...files])
  }
  return (
    <div
      class={isOver ? 'drop drop-over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files)
      }}
    >
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        multiple
        accept={accept}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          take(event.currentTarget.files)
          // The same file can be chosen again once it was mended.
          event.currentTarget.value = ''
        }}
      />
      <p class="quiet" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}
