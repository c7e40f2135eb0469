"""A day at many tables within an hour: does anything grow that should not?"""
