import { commentsOn } from 'triptych-client'
import type { Server } from 'triptych-client'
import { maxCommentLength } from '@triptych/contract/comments'
import type { Comment } from '@triptych/contract/comments'
import { useEffect, useId, useMemo, useState } from 'react'
import { ConfirmButton } from '../accounts/confirm-button.tsx'
import { useEntry } from '../accounts/entry-context.ts'
import { ListNote } from '../accounts/list-note.tsx'
import { useRights } from '../accounts/rights.ts'
import { useAnswer } from '../accounts/use-answer.ts'
import { useWork } from '../accounts/use-work.ts'
import { lately, when } from '../accounts/when.ts'
import { Face } from '../people.tsx'
import './comments.css'
import { t } from '../words/words.ts'

interface Props {
  server: Server
  /** What they are on: `tasks/5`, `films/7`, `files/docs/plan.txt`. */
  of: string
}

/** What is said about a thing, and room to say more. It is another one for another thing: give it a `key`. */
export function CommentsPanel({ server, of }: Props) {
  const comments = useMemo(() => commentsOn(server, of), [server, of])
  const { answer, problem, again } = useAnswer(() => comments.list())
  const work = useWork()
  const { you } = useEntry().entry
  const { comment: mayComment, manage } = useRights()
  const [text, setText] = useState('')
  const [edited, setEdited] = useState<Comment | null>(null)
  const field = useId()

  useEffect(() => {
    let isOver = false
    let end = () => {}
    void comments
      .follow(() => void again())
      .then((stop) => {
        if (isOver) stop()
        else end = stop
      })
    return () => {
      isOver = true
      end()
    }
  }, [comments, again])

  function save(): void {
    if (!text.trim()) return
    void work.run(async () => {
      await (edited ? comments.change(edited.id, text) : comments.add(text))
      setText('')
      setEdited(null)
    }, again)
  }

  function edit(comment: Comment | null): void {
    setEdited(comment)
    setText(comment?.text ?? '')
  }

  return (
    <div className="comments">
      <ul>
        {answer?.map((comment) => (
          <li key={comment.id}>
            <Face person={{ id: comment.id, name: comment.author }} />
            <div className="said">
              <p className="by">
                <strong>{comment.author}</strong>
                <small>
                  {comment.editedAt
                    ? t('{at} · edited', { at: lately(comment.at) })
                    : lately(comment.at)}
                </small>
              </p>
              <p className="text">{comment.text}</p>
              {mayComment && (
                <p className="do">
                  {comment.authorId === (you?.id ?? null) && (
                    <button
                      type="button"
                      className="button"
                      aria-label={t('Edit the comment of {author}, {at}', {
                        author: comment.author,
                        at: when(comment.at),
                      })}
                      onClick={() => edit(comment)}
                    >
                      {t('Edit')}
                    </button>
                  )}
                  {(manage || comment.authorId === (you?.id ?? null)) && (
                    <ConfirmButton
                      label={t('Delete')}
                      of={t('the comment of {author}, {at}', {
                        author: comment.author,
                        at: when(comment.at),
                      })}
                      isDisabled={work.isBusy}
                      onConfirm={() => void work.run(() => comments.remove(comment.id), again)}
                    />
                  )}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <ListNote
        list={answer}
        problem={problem || work.problem}
        nothing={t('Nobody has said anything yet.')}
      />
      {mayComment && (
        <div className="say">
          <label className="field" htmlFor={field}>
            {edited ? t('What you said') : t('Comment')}
          </label>
          <textarea
            id={field}
            className="control"
            rows={3}
            maxLength={maxCommentLength}
            value={text}
            placeholder={t('@name mentions somebody')}
            onChange={({ target }) => setText(target.value)}
            // What is around it has keys of its own: the plan deletes with one of them.
            onKeyDown={(event) => {
              event.stopPropagation()
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
            }}
          />
          <span className="actions">
            {edited && (
              <button type="button" className="button" onClick={() => edit(null)}>
                {t('Cancel')}
              </button>
            )}
            <button
              type="button"
              className="button primary"
              disabled={work.isBusy || !text.trim()}
              onClick={save}
            >
              {edited ? t('Save') : t('Comment')}
            </button>
          </span>
        </div>
      )}
    </div>
  )
}
