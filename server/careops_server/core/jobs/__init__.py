"""Background jobs, stored in PostgreSQL and run by a separate process.

To declare a job, write ``<area>/jobs.py``, and add a line to ``processes/job_registry.py``::

    async def fetch_feeds(job: JobContext) -> Mapping[str, Any]:
        feeds = job.parameters["feeds"]
        await job.set_total(len(feeds))
        while job.done < len(feeds):                  # resumes where it stopped, in any process
            articles = await ask(feeds[job.done])     # slow work happens outside a transaction
            await job.run_step(lambda connection: queries.add_articles(connection, articles))
        return {"feeds": len(feeds)}

    FETCH_FEEDS = JobKind("news.fetch_feeds", fetch_feeds)

A handler enqueues it in the transaction of its change, which is the only way to create a job::

    job_id = await context.enqueue(FETCH_FEEDS, {"feeds": feeds}, only_one="news.fetch_feeds")

``run_step`` is one transaction: it writes the work and records the step as done. A killed process repeats no completed
step. A process that was frozen and resumes late cannot write any more, because another one has taken the job over. Each
step must be shorter than ``database_seconds``; work between two steps may run twice.

If the job raises ``ApiError`` (``InvalidInput``, ``NotFound``, …), it fails with that message. Any other error is
retried with growing pauses, and the job fails after ``MAX_FAILURES`` attempts in a row without progress. Each step
raises an event on the channel ``jobs``; the end is an audit event of the area (``event``). ``careops jobs`` shows,
retries and cancels jobs. In a test, ``await drain(stage.services)`` runs all waiting jobs.

Every web worker imports the modules of jobs, so heavy imports belong inside the functions.
"""
