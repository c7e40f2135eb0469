"""What trains, measures and photographs; none of it is needed to play."""
