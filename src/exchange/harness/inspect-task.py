"""__TITLE__

A study of Crossroads as an Inspect task. Every sample carries its trial's id, item, condition and order, and the task
the whole study, so that the log becomes a run without anything else.
"""

import json
import re
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset
from inspect_ai.scorer import Score, Target, grouped, mean, scorer, stderr
from inspect_ai.solver import Generate, TaskState, solver

HERE = Path(__file__).parent
STUDY = json.loads((HERE / "__TASK__.study.json").read_text(encoding="utf-8"))

PATTERNS = {
    "yes-no": r"(?i)\b(yes|no)\b",
    "letter": r"\b([A-D])\b",
    "text": r"\s*[\"']?([^\n.!?\"]+)",
}


@solver
def as_planned():
    """Asks once, decoding as the trial's condition says, with the trial's own seed."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        return await generate(state, **state.metadata["crossroads"]["decoding"])

    return solve


@scorer(metrics=[mean(), stderr(), grouped(mean(), "condition", all=False)])
def shows_the_scored_end():
    """1 where the answer is the scored end (the trait's high end, the book's choice), by a plain pattern."""

    async def score(state: TaskState, target: Target) -> Score:
        text = re.sub(r"(?s)<think>.*?</think>", "", state.output.completion)
        found = re.search(PATTERNS[state.metadata["crossroads"]["kind"]], text)
        answer = found.group(1).strip() if found else ""
        return Score(
            value=1 if answer.lower() == target.text.lower() else 0,
            answer=answer,
            explanation=state.output.completion,
        )

    return score


@task
def __TASK__():
    return Task(
        dataset=json_dataset(str(HERE / "__TASK__.jsonl")),
        solver=as_planned(),
        scorer=shows_the_scored_end(),
        metadata={"crossroads": STUDY},
        version=1,
    )
