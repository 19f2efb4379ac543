import { PYTHON_ANSWERS } from './python-answers.ts';

/**
 * What the project's own Python runs: it reads one line of JSON for what to load and one for each call, and answers
 * each with a line. Its pipes are moved away before any code of the user runs, so that what is printed stays apart.
 * Plain Python 3.8, standard library only. Ends at once when the other side is gone, also within an endless loop.
 */
export const PYTHON_RUNNER = String.raw`${PYTHON_ANSWERS}
import asyncio, os, queue, threading


def limit_memory(size):
    try:
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        if hard == resource.RLIM_INFINITY or hard > size:
            resource.setrlimit(resource.RLIMIT_DATA, (size, hard))
    except Exception:
        pass  # Not on this system: the other side watches as well.


def end(group):
    if group:
        import signal

        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(0)


def main():
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8", newline="\n")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    sys.stdout, sys.stderr = Kept(sys.stdout), Kept(sys.stderr)
    asked = queue.Queue()

    def tell(answer):
        answers.write(json.dumps(answer, allow_nan=False) + "\n")
        answers.flush()

    first = requests.readline()
    if not first:
        return
    setup = json.loads(first)

    def listen():
        for line in requests:
            asked.put(line)
        end(setup["ownGroup"])

    threading.Thread(target=listen, daemon=True).start()
    limit_memory(setup["memory"])
    try:
        function = load(setup)
    except BaseException as error:
        tell(dict(threw(error), id=0, type="unusable"))
        return
    tell({"id": 0, "type": "ready", "pid": os.getpid(), "version": sys.version.split()[0]})
    loop = None
    while True:
        request = json.loads(asked.get())
        sys.stdout.take(), sys.stderr.take()
        try:
            value = function(request["argument"])
            if inspect.isawaitable(value):
                if loop is None:
                    loop = asyncio.new_event_loop()
                    asyncio.set_event_loop(loop)

                async def finished(awaited):
                    return await awaited

                value = loop.run_until_complete(finished(value))
            answer = described(value)
        except BaseException as error:
            answer = threw(error)
        answer["id"] = request["id"]
        printed = sys.stdout.take() + sys.stderr.take()
        if printed:
            answer["printed"] = printed
        tell(answer)


main()
`;
